import { z } from 'zod';
import type { Credentials } from '#server/channels/port.ts';
import { downloadFile } from '#server/platform/files/file-download.ts';
import { callMax, type MaxOptions, type MaxResult } from './api.ts';

type UploadType = 'image' | 'video' | 'audio' | 'file';
/** A file to send; `isTrusted`: its address is one of the product. */
type Source = { url: string; mime: string; name: string; isTrusted: boolean };

export type Uploaded =
  | { kind: 'uploaded'; attachment: unknown }
  /** The file cannot be fetched, or MAX does not take it. */
  | { kind: 'no_file'; text: string }
  | { kind: 'failed'; answer: Exclude<MaxResult, { kind: 'ok' }> };

const Place = z.object({ url: z.url(), token: z.string().optional() });
/** Pictures have a token for each size, other files one. */
const Stored = z.object({
  token: z.string().optional(),
  photos: z.record(z.string(), z.object({ token: z.string() })).optional(),
});

/** Puts a file into MAX's store, and returns the attachment that shows it. Nothing is sent to anybody. */
export async function uploadFile(
  options: MaxOptions,
  credentials: Credentials,
  { type, source, signal }: { type: UploadType; source: Source; signal: AbortSignal },
): Promise<Uploaded> {
  const bytes = await bytesOf(source, signal);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const placed = await callMax(options, credentials, { method: 'POST', path: '/uploads', query: { type }, signal });
  if (placed.kind !== 'ok') return { kind: 'failed', answer: placed };
  const place = Place.safeParse(placed.json);
  if (!place.success) return { kind: 'failed', answer: { kind: 'strange', status: 200 } };
  const multipart = new FormData();
  multipart.set('data', new Blob([new Uint8Array(bytes)], { type: source.mime }), source.name);
  const stored = await options.http({ method: 'POST', url: place.data.url, multipart, signal });
  if (stored.kind !== 'answered') return { kind: 'failed', answer: { kind: 'unreached', reason: stored.reason } };
  if (stored.status >= 400 && stored.status < 500 && stored.status !== 429)
    return { kind: 'no_file', text: `HTTP ${stored.status}` };
  const read = Stored.safeParse(stored.json);
  const photo = Object.values(read.data?.photos ?? {})[0]?.token;
  const token = place.data.token ?? read.data?.token ?? photo;
  if (!token) return { kind: 'failed', answer: { kind: 'strange', status: stored.status } };
  return { kind: 'uploaded', attachment: { type, payload: { token } } };
}

async function bytesOf({ url, isTrusted }: Source, signal: AbortSignal): Promise<Buffer | Uploaded> {
  const file = await downloadFile({ url, isTrusted, signal });
  if (file.kind === 'gone') return { kind: 'no_file', text: file.reason };
  if (file.kind === 'unreached') return { kind: 'failed', answer: { kind: 'unreached', reason: file.reason } };
  const parts: Uint8Array[] = [];
  try {
    for await (const part of file.bytes) parts.push(part);
  } catch {
    return { kind: 'failed', answer: { kind: 'unreached', reason: 'cut' } };
  }
  return Buffer.concat(parts);
}
