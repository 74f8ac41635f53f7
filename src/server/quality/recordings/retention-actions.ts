import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { removeSound } from './recording-actions.ts';
import { lockRecording, updateRecording } from './recording-queries.ts';
import { listOldSound, listOldUploads } from './retention-queries.ts';
import { cancelUpload } from './upload-actions.ts';

// NOTE: a process: it goes through cabinets, one recording at a time.

const BATCH = 200;
/** Days after which a file that nobody goes on sending is deleted. */
const UPLOAD_DAYS = 1;

/** Deletes sound that is older than its tenant keeps it; transcripts, scores and peaks stay. */
export async function deleteOldSound(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = ctx.clock.now();
    const old = await withSystem(ctx, (scope) => listOldSound(scope, now, BATCH));
    for (const { tenantId, id } of old)
      await withTenant(ctx, tenantId, async (scope) => {
        const recording = await lockRecording(scope, id);
        if (!recording) return;
        await updateRecording(scope, id, { fileKey: null, decodedKey: null, now });
        await removeSound(scope, [recording.fileKey, recording.decodedKey]);
      });
    if (old.length < BATCH) return;
  }
}

/** Deletes files that were never sent whole, and forgets those that were. */
export async function deleteOldUploads(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const before = ctx.clock.now().subtract({ hours: 24 * UPLOAD_DAYS });
    const old = await withSystem(ctx, (scope) => listOldUploads(scope, before, BATCH));
    for (const { tenantId, id } of old) await cancelUpload(ctx, tenantId, id);
    if (old.length < BATCH) return;
  }
}
