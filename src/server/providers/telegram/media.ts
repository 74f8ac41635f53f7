import { z } from 'zod';
import type { Credentials, InboundMedia, MediaPlace } from '#server/channels/port.ts';
import { callBot, type TelegramOptions } from './api.ts';

const Found = z.object({ file_path: z.string().min(1), file_size: z.number().optional().catch(undefined) });

/** Finds the file of a message; bots get files of up to 20 MB. https://core.telegram.org/bots/api#getfile */
export async function findMedia(
  options: TelegramOptions,
  credentials: Credentials,
  { media, signal }: { media: InboundMedia; signal: AbortSignal },
): Promise<MediaPlace> {
  const answer = await callBot(options, credentials, { method: 'getFile', json: { file_id: media.id }, signal });
  if (answer.kind === 'refused' && answer.status < 429) return { kind: 'gone', isTooBig: /too big/i.test(answer.text) };
  if (answer.kind === 'refused') return { kind: 'unreached', text: answer.text };
  if (answer.kind === 'strange') return { kind: 'unreached', text: `HTTP ${answer.status}` };
  if (answer.kind !== 'ok') return { kind: 'unreached', text: answer.reason };
  const found = Found.safeParse(answer.result);
  if (!found.success) return { kind: 'gone' };
  const { file_path: path, file_size: sizeBytes = null } = found.data;
  const url = `${options.baseUrl}/file/bot${credentials['token'] ?? ''}/${path}`;
  return { kind: 'found', url, isTrusted: true, sizeBytes };
}
