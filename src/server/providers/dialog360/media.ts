import { z } from 'zod';
import type { Credentials, InboundMedia, MediaPlace, ReadMessage } from '#server/channels/port.ts';
import { type Dialog360Options, dialectOf, send } from './dialect.ts';

const Described = z.object({ url: z.url(), file_size: z.number().optional().catch(undefined) });

/**
 * Finds the file of a message: its id has an address for about five minutes. 360dialog gives Meta's address, and serves
 * the file under its own host.
 */
export async function findMedia(
  options: Dialog360Options,
  credentials: Credentials,
  { media, signal }: { media: InboundMedia; signal: AbortSignal },
): Promise<MediaPlace> {
  const dialect = dialectOf(options, credentials);
  const isMetas = dialect.appSecret !== null;
  const base = isMetas ? options.graphUrl : options.baseUrl;
  const url = `${base}/${encodeURIComponent(media.id)}`;
  const answer = await send(options, dialect, { method: 'GET', url, signal });
  if (answer.kind !== 'answered') return { kind: 'unreached', text: answer.reason };
  if (answer.status >= 500 || answer.status === 429) return { kind: 'unreached', text: `HTTP ${answer.status}` };
  const described = Described.safeParse(answer.json);
  if (answer.status >= 300 || !described.success) return { kind: 'gone' };
  const { url: given, file_size: sizeBytes = null } = described.data;
  const { pathname, search, origin } = new URL(given);
  const place = isMetas ? given : `${base}${pathname}${search}`;
  const isTrusted = !isMetas || origin === new URL(base).origin;
  return { kind: 'found', url: place, headers: dialect.headers, isTrusted, sizeBytes };
}

/** Marks a message as read, and with it those before; with a sign of writing for 25 seconds, or until the answer. */
export async function markMessageRead(
  options: Dialog360Options,
  credentials: Credentials,
  { message, isTyping }: { message: ReadMessage; isTyping: boolean },
): Promise<void> {
  const dialect = dialectOf(options, credentials);
  const json = {
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: message.providerMessageId,
    ...(isTyping && { typing_indicator: { type: 'text' } }),
  };
  await send(options, dialect, { method: 'POST', url: dialect.messagesUrl, json });
}
