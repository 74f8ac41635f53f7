import { z } from 'zod';
import type { Credentials, InboundMedia, MediaPlace } from '#server/channels/port.ts';
import { callInstance, type EvolutionOptions } from './api.ts';

const Given = z.object({ base64: z.base64().min(1) });

const DOWNLOAD_MS = 90_000;

/**
 * Finds the file of a message: at the address of the gateway's storage, where it has one; else the gateway decrypts the
 * file and sends it as base64.
 */
export async function findMedia(
  options: EvolutionOptions,
  credentials: Credentials,
  { media: { id }, signal }: { media: InboundMedia; signal: AbortSignal },
): Promise<MediaPlace> {
  if (URL.canParse(id)) {
    const isTrusted = new URL(id).href.startsWith(`${options.baseUrl}/`);
    return { kind: 'found', url: id, isTrusted, sizeBytes: null };
  }
  const answer = await callInstance(options, credentials, {
    method: 'POST',
    path: '/chat/getBase64FromMediaMessage',
    json: { message: { key: { id } }, convertToMp4: false },
    holdsFile: true,
    timeoutMs: DOWNLOAD_MS,
    signal,
  });
  if (answer.kind === 'unknown' && answer.reason === TOO_LARGE) return { kind: 'gone', isTooBig: true };
  if (answer.kind === 'refused')
    return answer.status >= 500 || answer.status === 429 ? { kind: 'unreached', text: answer.text } : { kind: 'gone' };
  if (answer.kind === 'strange') return { kind: 'unreached', text: `HTTP ${answer.status}` };
  if (answer.kind !== 'ok') return { kind: 'unreached', text: answer.reason };
  const given = Given.safeParse(answer.json);
  return given.success ? { kind: 'given', bytes: Buffer.from(given.data.base64, 'base64') } : { kind: 'gone' };
}

const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
