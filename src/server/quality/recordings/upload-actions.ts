import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { getRecordingUpload, startRecordingUpload } from '#contract/quality/recordings.ts';
import { RecordingId } from '#contract/quality/talks.ts';
import { AUDIO_ENDINGS, MOST_AUDIO_BYTES, MOST_PIECE_BYTES } from '#contract/quality/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { readRecordingJob } from '#server/quality/jobs.ts';
import type { ActionScope, Context, MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { formatOfSound } from '#server/platform/sound/sound-format.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { insertRecording, sumSoundBytes } from './recording-queries.ts';
import {
  addPiece,
  deleteUpload,
  endUpload,
  findUpload,
  insertUpload,
  lockUpload,
  type StoredUpload,
} from './upload-queries.ts';
import { audioEnding } from './upload-rules.ts';

// NOTE: a process: it stores pieces of files between transactions.

const BYTES_PER_MEGABYTE = 1_048_576;

type Upload = ReplyOf<typeof getRecordingUpload>;

const toReply = ({ id, fileName, size, stored, recordingId }: StoredUpload): Upload => ({
  id,
  fileName,
  size,
  offset: stored,
  recordingId,
});

const notFound = () => new Problem('recording_upload.not_found');

/** Keys of the files of a recording. */
export const soundKey = (tenantId: TenantId, id: string) => `${tenantId}/quality/${id}`;
export const decodedSoundKey = (tenantId: TenantId, id: string) => `${soundKey(tenantId, id)}.pcm`;

/** Begins to receive a file. @throws {Problem} `recording_upload.not_audio`, `recording_upload.too_large`, `file.…` */
export async function startUpload(
  ctx: MemberContext,
  { fileName, size, employeeName, startedAt }: BodyOf<typeof startRecordingUpload>,
): Promise<Upload> {
  if (audioEnding(fileName) === null) throw notAudio();
  if (size > MOST_AUDIO_BYTES)
    throw new Problem('recording_upload.too_large', { megabytes: MOST_AUDIO_BYTES / BYTES_PER_MEGABYTE });
  const reserve = ctx.config.minFreeDiskMegabytes * BYTES_PER_MEGABYTE;
  if ((await ctx.files.freeBytes()) - size < reserve) throw new Problem('file.storage_full');
  const id = randomUUID();
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    const most = ctx.config.maxTenantSoundMegabytes * BYTES_PER_MEGABYTE;
    if ((await sumSoundBytes(scope)) + size > most)
      throw new Problem('file.quota_exhausted', { megabytes: ctx.config.maxTenantSoundMegabytes });
    const callStartedAt = startedAt === null ? null : Temporal.Instant.from(startedAt);
    await insertUpload(scope, { id, fileName, size, employeeName, startedAt: callStartedAt, now: ctx.clock.now() });
    return { id, fileName, size, offset: 0, recordingId: null };
  });
}

const notAudio = () => new Problem('recording_upload.not_audio', { allowed: [...AUDIO_ENDINGS] });

/** @throws {Problem} `recording_upload.not_found` */
export async function getUpload(scope: ActionScope, id: string): Promise<Upload> {
  const upload = await findUpload(scope, id);
  if (!upload) throw notFound();
  return toReply(upload);
}

/**
 * Takes the next bytes of a file; with the last ones it becomes a recording. Bytes that are there already are refused with
 * their number, so that a sender whose answer was lost goes on from the right place.
 *
 * @throws {Problem} `recording_upload.not_found`, `recording_upload.wrong_offset`, `recording_upload.too_large`,
 * `recording_upload.not_audio` by the first bytes
 */
export async function receivePiece(
  ctx: Context,
  tenantId: TenantId,
  { id, offset, bytes }: { id: string; offset: number; bytes: AsyncIterable<Uint8Array> },
): Promise<Upload> {
  const upload = await withTenant(ctx, tenantId, (scope) => findUpload(scope, id));
  if (!upload) throw notFound();
  if (upload.recordingId !== null) return toReply(upload);
  if (offset !== upload.stored) throw wrongOffset(upload.stored);
  if (offset === upload.size) return finish(ctx, tenantId, upload);
  const key = `${soundKey(tenantId, id)}/${offset}-${randomUUID()}`;
  const count = { bytes: 0, head: Buffer.alloc(0) };
  try {
    await ctx.files.put(key, counted(bytes, count, Math.min(MOST_PIECE_BYTES, upload.size - offset)));
    if (offset === 0 && formatOfSound(count.head) === null) throw notAudio();
    const isNext = await withTenant(ctx, tenantId, (scope) =>
      addPiece(scope, id, { offset, bytes: count.bytes, key, now: ctx.clock.now() }),
    );
    if (!isNext) throw wrongOffset((await current(ctx, tenantId, id)).stored);
  } catch (error) {
    await ctx.files.remove(key);
    if (error instanceof Problem && error.code === 'recording_upload.not_audio') await cancelUpload(ctx, tenantId, id);
    throw error;
  }
  const now = await current(ctx, tenantId, id);
  return now.stored === now.size ? finish(ctx, tenantId, now) : toReply(now);
}

const wrongOffset = (offset: number) => new Problem('recording_upload.wrong_offset', { offset });

async function current(ctx: Context, tenantId: TenantId, id: string): Promise<StoredUpload> {
  const upload = await withTenant(ctx, tenantId, (scope) => findUpload(scope, id));
  if (!upload) throw notFound();
  return upload;
}

const HEAD_BYTES = 65_536;

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  count: { bytes: number; head: Buffer },
  most: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    count.bytes += chunk.length;
    if (count.bytes > most) throw new Problem('recording_upload.too_large', { megabytes: most / BYTES_PER_MEGABYTE });
    if (count.head.length < HEAD_BYTES) count.head = Buffer.concat([count.head, chunk]);
    yield chunk;
  }
}

/** Makes one file of the pieces, and a recording of it, which has the id of the upload. Doing it twice has one effect. */
async function finish(ctx: Context, tenantId: TenantId, upload: StoredUpload): Promise<Upload> {
  const { id, pieces } = upload;
  const recordingId = RecordingId.parse(id);
  const fileKey = soundKey(tenantId, `${id}/whole`);
  await ctx.files.put(fileKey, joined(ctx, pieces));
  const ended = await withTenant(ctx, tenantId, async (scope) => {
    const locked = await lockUpload(scope, id);
    if (!locked) throw notFound();
    if (locked.recordingId !== null) return locked;
    const now = scope.clock.now();
    const startedAt = locked.startedAt ?? now;
    await insertRecording(scope, { ...locked, id: recordingId, startedAt, fileKey, now });
    await endUpload(scope, id, { recordingId, now });
    await enqueue(scope, readRecordingJob, { tenantId, recordingId });
    return { ...locked, recordingId };
  });
  for (const piece of pieces) await ctx.files.remove(piece);
  return toReply(ended);
}

async function* joined({ files }: Context, pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield* (await files.open(piece)) as AsyncIterable<Uint8Array>; // NOTE: a stream of bytes
}

/** Deletes a file that is not whole, with its pieces. @throws {Problem} `recording_upload.not_found` */
export async function cancelUpload(ctx: Context, tenantId: TenantId, id: string): Promise<void> {
  const upload = await withTenant(ctx, tenantId, async (scope) => {
    const locked = await lockUpload(scope, id);
    if (locked) await deleteUpload(scope, id);
    return locked;
  });
  if (!upload) throw notFound();
  for (const piece of upload.pieces) await ctx.files.remove(piece);
  // NOTE: the whole file may be there without its recording, when the server stopped between the two.
  if (upload.recordingId === null) await ctx.files.remove(soundKey(tenantId, `${id}/whole`));
}
