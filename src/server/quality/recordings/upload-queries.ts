import { sql } from 'kysely';
import { RecordingId } from '#contract/quality/talks.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type StoredUpload = {
  id: string;
  fileName: string;
  size: number;
  stored: number;
  pieces: string[];
  employeeName: string;
  startedAt: Temporal.Instant | null;
  recordingId: RecordingId | null;
};

const uploads = ({ tx, tenantId }: TenantScope, id: string) =>
  tx
    .selectFrom('quality_uploads')
    .select(['id', 'file_name', 'size', 'stored', 'pieces', 'employee_name', 'started_at', 'recording_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id);

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof uploads>['executeTakeFirst']>>>;

const toUpload = (row: Row): StoredUpload => ({
  id: row.id,
  fileName: row.file_name,
  size: row.size,
  stored: row.stored,
  pieces: row.pieces,
  employeeName: row.employee_name,
  startedAt: row.started_at,
  recordingId: row.recording_id === null ? null : RecordingId.parse(row.recording_id),
});

export async function findUpload(scope: TenantScope, id: string): Promise<StoredUpload | undefined> {
  const row = await uploads(scope, id).executeTakeFirst();
  return row && toUpload(row);
}

/** Locks the upload until the transaction ends. */
export async function lockUpload(scope: TenantScope, id: string): Promise<StoredUpload | undefined> {
  const row = await uploads(scope, id).forUpdate().executeTakeFirst();
  return row && toUpload(row);
}

export async function insertUpload(
  { tx, tenantId }: TenantScope,
  upload: Pick<StoredUpload, 'id' | 'fileName' | 'size' | 'employeeName' | 'startedAt'> & { now: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('quality_uploads')
    .values({
      tenant_id: tenantId,
      id: upload.id,
      file_name: upload.fileName,
      size: upload.size,
      employee_name: upload.employeeName,
      started_at: upload.startedAt,
      created_at: upload.now,
      updated_at: upload.now,
    })
    .execute();
}

/** @returns false when other bytes came to this place before */
export async function addPiece(
  { tx, tenantId }: TenantScope,
  id: string,
  { offset, bytes, key, now }: { offset: number; bytes: number; key: string; now: Temporal.Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('quality_uploads')
    .set({
      stored: offset + bytes,
      pieces: sql`array_append(pieces, ${key})`,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('stored', '=', offset)
    .where('recording_id', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** The file is whole, and is a recording now. */
export async function endUpload(
  { tx, tenantId }: TenantScope,
  id: string,
  { recordingId, now }: { recordingId: RecordingId; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('quality_uploads')
    .set({ recording_id: recordingId, pieces: [], updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function deleteUpload({ tx, tenantId }: TenantScope, id: string): Promise<void> {
  await tx.deleteFrom('quality_uploads').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}
