import { z } from 'zod';
import { ConversationId } from '#contract/conversations/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Day, Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { TALK_KINDS, TALK_SIDES, TALK_SOURCES } from './values.ts';

export const TalkId = z.uuid().brand<'TalkId'>();
export type TalkId = z.infer<typeof TalkId>;
export const RecordingId = z.uuid().brand<'RecordingId'>();
export type RecordingId = z.infer<typeof RecordingId>;

export const TalkKind = z.enum(TALK_KINDS);
export const TalkSource = z.enum(TALK_SOURCES);

/** A message of a chat, or an utterance of a call. */
export const SpokenLine = z.object({
  side: z.enum(TALK_SIDES),
  /** Name of the speaker; empty: not known. */
  speaker: z.string(),
  text: z.string(),
  /** Time of a message; null where the file does not say. */
  at: Instant.nullable(),
  /** Seconds of an utterance from the beginning of the call; null in chats. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** The speaker was guessed by the words. */
  isGuessed: z.boolean(),
});
export type SpokenLine = z.infer<typeof SpokenLine>;

/** A chat or a call, without its lines. */
export const Talk = z.object({
  id: TalkId,
  kind: TalkKind,
  source: TalkSource,
  /** Name of the client, or of the file. */
  title: z.string(),
  startedAt: Instant,
  lines: z.int(),
  /** Length of a call. */
  seconds: z.number().nullable(),
  /** People and bots that spoke for the business. */
  employees: z.array(z.object({ name: z.string(), isBot: z.boolean() })),
  conversationId: ConversationId.nullable(),
  recordingId: RecordingId.nullable(),
});
export type Talk = z.infer<typeof Talk>;

const OfTalk = z.object({ talkId: TalkId });

export const listTalks = endpoint({
  method: 'GET',
  path: '/api/v1/quality/talks',
  access: 'member',
  summary: 'Talks that were uploaded or taken into reports, the latest first.',
  query: PageQuery.extend({
    kind: TalkKind,
    source: TalkSource.optional(),
    from: Day.optional(),
    to: Day.optional(),
  }),
  reply: pageOf(Talk),
});

export const getTalk = endpoint({
  method: 'GET',
  path: '/api/v1/quality/talks/:talkId',
  access: 'member',
  summary: 'A talk with its lines.',
  params: OfTalk,
  reply: Talk.extend({ transcript: z.array(SpokenLine) }),
  problems: ['quality_talk.not_found'],
});

export const deleteTalk = endpoint({
  method: 'DELETE',
  path: '/api/v1/quality/talks/:talkId',
  access: 'owner',
  summary: 'Deletes a talk with its recording, for good. One that a report judged stays.',
  params: OfTalk,
  problems: ['quality_talk.not_found', 'quality_talk.in_report'],
});

/** The file is the body of the upload `quality.chats`; the reply says what was found. */
export const ImportedChats = z.object({
  format: z.enum(['json', 'whatsapp', 'text']),
  /** Chats that are new, and those that were there. */
  added: z.int(),
  repeated: z.int(),
  /** Lines that could not be read, the first ones. */
  unreadable: z.array(z.object({ line: z.int(), text: z.string() })),
  /** Names in the file, most lines first: who of them speaks for the business is chosen by the owner. */
  speakers: z.array(z.object({ name: z.string(), lines: z.int(), isEmployee: z.boolean() })),
});
export type ImportedChats = z.infer<typeof ImportedChats>;

export const importChats = endpoint({
  method: 'POST',
  path: '/api/v1/quality/chats',
  access: 'member',
  summary: 'Reads a file of chats: JSON, a WhatsApp export, or text with "name: words" in each line.',
  takesIdempotencyKey: true,
  bodyLimitBytes: 15 * 1024 * 1024,
  body: z.object({
    fileName: z.string().max(200),
    /** Base64. */
    content: z.string().max(14 * 1024 * 1024, { error: 'too_long' }),
    /** Names that speak for the business; empty: only look, and save nothing. */
    employees: z.array(z.string().max(120)).max(100),
    /** Names of `employees` that are bots. */
    bots: z.array(z.string().max(120)).max(100).default([]),
  }),
  reply: ImportedChats,
  problems: ['chat_file.unreadable', 'chat_file.no_chats'],
});
