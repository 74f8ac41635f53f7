import { z } from 'zod';
import type { Credentials, InboundMedia, MediaPlace } from '#server/channels/port.ts';
import { callInstance, type GreenApiOptions } from './api.ts';

/** The message of a file whose address was not posted: its chat and its id. */
export const mediaIdOf = (chatId: string, idMessage: string) => `${chatId}/${idMessage}`;

const Found = z.object({ downloadUrl: z.url() });

/**
 * Finds the file of a message. Its address is posted with the message, or asked for where the gateway had not received
 * the file by then; https://green-api.com/en/docs/api/receiving/files/DownloadFile/
 */
export async function findMedia(
  options: GreenApiOptions,
  credentials: Credentials,
  { media: { id }, signal }: { media: InboundMedia; signal: AbortSignal },
): Promise<MediaPlace> {
  if (URL.canParse(id)) return placeOf(options, id);
  const [, chatId, idMessage] = /^(.+)\/([^/]+)$/.exec(id) ?? [];
  if (chatId === undefined || idMessage === undefined) return { kind: 'gone' };
  const answer = await callInstance(options, credentials, {
    method: 'downloadFile',
    json: { chatId, idMessage },
    signal,
  });
  if (answer.kind === 'refused')
    return answer.status >= 500 || answer.status === 429
      ? { kind: 'unreached', text: answer.text }
      : { kind: 'gone', isTooBig: /too (big|large)/i.test(answer.text) };
  if (answer.kind === 'strange') return { kind: 'unreached', text: `HTTP ${answer.status}` };
  if (answer.kind !== 'ok') return { kind: 'unreached', text: answer.reason };
  const found = Found.safeParse(answer.json);
  return found.success ? placeOf(options, found.data.downloadUrl) : { kind: 'gone' };
}

/** Files are in a public storage, or below the gateway's own address. */
function placeOf({ baseUrl }: Pick<GreenApiOptions, 'baseUrl'>, url: string): MediaPlace {
  const isTrusted = new URL(url).href.startsWith(`${baseUrl}/`);
  return { kind: 'found', url, isTrusted, sizeBytes: null };
}
