import type { RecordingUpload } from '#contract/quality/recordings.ts';
import { MOST_PIECE_BYTES, PIECE_TYPE } from '#contract/quality/values.ts';
import { call, fetchSignedIn } from '#web/lib/api/api.ts';
import { CallRefused, CallUnreached, isRefused } from '#web/lib/api/call-errors.ts';
import { toCallRefused } from '#web/lib/api/refused-response.ts';

/** The calls of an upload. */
export type UploadCalls = {
  start(file: File, employeeName: string, signal: AbortSignal): Promise<RecordingUpload>;
  /** @throws CallRefused `recording_upload.not_found` */
  read(id: string, signal: AbortSignal): Promise<RecordingUpload>;
  send(id: string, offset: number, piece: Blob, signal: AbortSignal): Promise<RecordingUpload>;
};

/** The time for a piece; slower lines get smaller ones. */
const PIECE_TIMEOUT_MS = 60_000;

export const uploadCalls: UploadCalls = {
  start: (file, employeeName) =>
    call('POST /api/v1/quality/uploads', { body: { fileName: file.name, size: file.size, employeeName } }),
  read: (uploadId, signal) => call('GET /api/v1/quality/uploads/:uploadId', { params: { uploadId }, signal }),
  async send(id, offset, piece, signal) {
    const response = await fetchSignedIn(`/api/v1/quality/uploads/${id}`, {
      method: 'PATCH',
      body: piece,
      headers: { 'Content-Type': PIECE_TYPE, 'Upload-Offset': String(offset) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PIECE_TIMEOUT_MS)]),
    });
    if (!response.ok) throw await toCallRefused(response);
    return response.json();
  },
};

type Options = {
  file: File;
  employeeName: string;
  calls: UploadCalls;
  signal: AbortSignal;
  /** Bytes that are stored. */
  onProgress(sent: number): void;
  /** The connection is lost: it is tried again later. */
  onLost(): void;
  /** Waits before the next attempt; ends early when the browser is online again. */
  wait(ms: number): Promise<void>;
};

const FIRST_PIECE_BYTES = 512 * 1_024;
const LEAST_PIECE_BYTES = 256 * 1_024;
const QUICK_MS = 2_000;
const SLOW_MS = 10_000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Sends a file in pieces and goes on where it was cut off, also after the page was closed: the same file is known by its
 * name, size and date.
 *
 * @returns the id of the recording
 * @throws CallRefused with what cannot be helped by another attempt
 */
export async function sendFile({
  file,
  employeeName,
  calls,
  signal,
  onProgress,
  onLost,
  wait,
}: Options): Promise<string> {
  let upload: RecordingUpload | null = null;
  let pieceBytes = FIRST_PIECE_BYTES;
  for (let failures = 0; ;) {
    try {
      upload ??= await openUpload(file, employeeName, calls, signal);
      onProgress(upload.offset);
      if (upload.recordingId !== null) break;
      const startedAt = performance.now();
      const piece = file.slice(upload.offset, upload.offset + pieceBytes);
      upload = await calls.send(upload.id, upload.offset, piece, signal);
      pieceBytes = nextSize(pieceBytes, performance.now() - startedAt);
      failures = 0;
    } catch (error) {
      if (signal.aborted) throw error;
      if (isRefused(error, 'recording_upload.wrong_offset') && upload) {
        upload = { ...upload, offset: Number(error.details['offset']) };
        continue;
      }
      if (isRefused(error, 'recording_upload.not_found') && failures === 0) forget(file);
      else if (!isPassing(error)) throw error;
      else onLost();
      failures += 1;
      upload = null;
      pieceBytes = LEAST_PIECE_BYTES;
      await wait(Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures));
      signal.throwIfAborted();
    }
  }
  forget(file);
  return upload.recordingId;
}

const nextSize = (bytes: number, ms: number): number => {
  if (ms < QUICK_MS) return Math.min(MOST_PIECE_BYTES, bytes * 2);
  return ms > SLOW_MS ? Math.max(LEAST_PIECE_BYTES, bytes / 2) : bytes;
};

/** Whether another attempt may help. */
function isPassing(error: unknown): boolean {
  if (error instanceof CallRefused) return error.status >= 500 || error.status === 429 || error.status === 408;
  return error instanceof CallUnreached || (error instanceof DOMException && error.name === 'TimeoutError');
}

const placeOf = ({ name, size, lastModified }: File) => `quality-upload:${name}:${size}:${lastModified}`;
export const forget = (file: File): void => localStorage.removeItem(placeOf(file));

async function openUpload(
  file: File,
  employeeName: string,
  calls: UploadCalls,
  signal: AbortSignal,
): Promise<RecordingUpload> {
  const known = localStorage.getItem(placeOf(file));
  if (known !== null) return calls.read(known, signal);
  const upload = await calls.start(file, employeeName, signal);
  localStorage.setItem(placeOf(file), upload.id);
  return upload;
}
