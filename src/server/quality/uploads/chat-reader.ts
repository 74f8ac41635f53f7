import { z } from 'zod';
import { defineReader } from '#server/platform/isolated-readers/reader.ts';
import { CHAT_FORMATS, ReadChat, UnreadLine } from './chat-rules.ts';

/** Parts of a file of chats: its format, then the lines that cannot be read, then the chats. */
export const ReadPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('format'), format: z.enum(CHAT_FORMATS) }),
  z.object({ kind: z.literal('chat'), chat: ReadChat }),
  z.object({ kind: z.literal('unread'), unread: UnreadLine }),
]);
export type ReadPart = z.infer<typeof ReadPart>;

export const MOST_CHATS = 5_000;
export const MOST_UNREAD = 100;

/** Reads a file of chats. */
export const chatReader = defineReader<{ fileName: string }, ReadPart>({
  module: new URL('chat-reading.ts', import.meta.url),
  item: ReadPart,
  limits: {
    mostMs: 30_000,
    mostMegabytes: 512,
    mostItems: MOST_CHATS + MOST_UNREAD + 1,
    mostOutputBytes: 64 * 1_048_576,
  },
  atOnce: { requests: 2, jobs: 1 },
});
