import { sql } from 'kysely';
import { z } from 'zod';
import { Recording } from '#contract/quality/recordings.ts';
import { RecordingId, TalkId } from '#contract/quality/talks.ts';
import type { RecordingState, RecordingTrouble } from '#contract/quality/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { SpokenSegment } from '#server/models/port.ts';
import type { VoiceMeasures } from '#server/platform/sound/voice-rules.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';

/** Sound as it was decoded: voices of its sides in base64, one or two. */
const StoredSound = z.object({ channels: z.int(), voices: z.array(z.string()), isPlayable: z.boolean() });
export type StoredSound = z.infer<typeof StoredSound>;

const Measures = z.object({
  shares: z.array(z.number()),
  longestSilence: z.number(),
  deadAir: z.number(),
  interruptions: z.int().nullable(),
  beforeFirstWord: z.array(z.number().nullable()),
}) satisfies z.ZodType<VoiceMeasures>;

export type StoredRecording = {
  id: RecordingId;
  fileName: string;
  fileKey: string | null;
  size: number;
  state: RecordingState;
  trouble: RecordingTrouble | null;
  seconds: number | null;
  isStereo: boolean | null;
  isIncomplete: boolean;
  employeeName: string;
  clientName: string;
  employeeChannel: 'left' | 'right';
  startedAt: Temporal.Instant;
  measures: VoiceMeasures | null;
  sound: StoredSound | null;
  decodedKey: string | null;
  attempts: number;
  createdAt: Temporal.Instant;
  talkId: TalkId | null;
};

function recordings({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('quality_recordings as recording')
    .select((eb) => [
      'recording.id',
      'recording.file_name',
      'recording.file_key',
      'recording.size',
      'recording.state',
      'recording.trouble',
      'recording.seconds',
      'recording.is_stereo',
      'recording.is_incomplete',
      'recording.employee_name',
      'recording.client_name',
      'recording.employee_channel',
      'recording.started_at',
      'recording.measures',
      'recording.sound',
      'recording.decoded_key',
      'recording.attempts',
      'recording.created_at',
      eb
        .selectFrom('quality_talks as talk')
        .select('talk.id')
        .where('talk.tenant_id', '=', tenantId)
        .whereRef('talk.recording_id', '=', 'recording.id')
        .limit(1)
        .as('talk_id'),
    ])
    .where('recording.tenant_id', '=', tenantId);
}

type Row = Awaited<ReturnType<ReturnType<typeof recordings>['execute']>>[number];

const toStored = (row: Row): StoredRecording => ({
  id: RecordingId.parse(row.id),
  fileName: row.file_name,
  fileKey: row.file_key,
  size: row.size,
  state: Recording.shape.state.parse(row.state),
  trouble: Recording.shape.trouble.parse(row.trouble),
  seconds: row.seconds,
  isStereo: row.is_stereo,
  isIncomplete: row.is_incomplete,
  employeeName: row.employee_name,
  clientName: row.client_name,
  employeeChannel: Recording.shape.employeeChannel.parse(row.employee_channel),
  startedAt: row.started_at,
  measures: row.measures === null ? null : Measures.parse(row.measures),
  sound: row.sound === null ? null : StoredSound.parse(row.sound),
  decodedKey: row.decoded_key,
  attempts: row.attempts,
  createdAt: row.created_at,
  talkId: row.talk_id === null ? null : TalkId.parse(row.talk_id),
});

export async function findRecording(scope: TenantScope, id: RecordingId): Promise<StoredRecording | undefined> {
  const row = await recordings(scope).where('recording.id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

/** Locks the recording until the transaction ends. */
export async function lockRecording(scope: TenantScope, id: RecordingId): Promise<StoredRecording | undefined> {
  const row = await recordings(scope).where('recording.id', '=', id).forUpdate('recording').executeTakeFirst();
  return row && toStored(row);
}

/** Lists recordings, the latest first, after the end of a page. */
export async function listRecordingRows(
  scope: TenantScope,
  { after, limit }: { after: readonly [string, string] | null; limit: number },
): Promise<StoredRecording[]> {
  const rows = await recordings(scope)
    .where(isBeyond([sql.raw('recording.started_at'), sql.raw('recording.id')], after, 'desc'))
    .orderBy('recording.started_at', 'desc')
    .orderBy('recording.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toStored);
}

export async function findPeaks({ tx, tenantId }: TenantScope, id: RecordingId): Promise<Uint8Array | null> {
  const row = await tx
    .selectFrom('quality_recordings')
    .select('peaks')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.peaks ?? null;
}

export async function insertRecording(
  { tx, tenantId }: TenantScope,
  recording: Pick<StoredRecording, 'id' | 'fileName' | 'size' | 'employeeName' | 'startedAt'> & {
    fileKey: string;
    now: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('quality_recordings')
    .values({
      tenant_id: tenantId,
      id: recording.id,
      file_name: recording.fileName,
      file_key: recording.fileKey,
      size: recording.size,
      state: 'waiting',
      employee_name: recording.employeeName,
      started_at: recording.startedAt,
      created_at: recording.now,
      updated_at: recording.now,
    })
    .execute();
}

export type RecordingChange = Partial<
  Pick<
    StoredRecording,
    | 'state'
    | 'trouble'
    | 'seconds'
    | 'isStereo'
    | 'isIncomplete'
    | 'employeeName'
    | 'clientName'
    | 'employeeChannel'
    | 'startedAt'
    | 'measures'
    | 'sound'
    | 'fileKey'
    | 'decodedKey'
    | 'attempts'
  > & { peaks: Uint8Array }
>;

export async function updateRecording(
  { tx, tenantId }: TenantScope,
  id: RecordingId,
  { now, ...change }: RecordingChange & { now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('quality_recordings')
    .set({
      updated_at: now,
      ...(change.state !== undefined && { state: change.state }),
      ...(change.trouble !== undefined && { trouble: change.trouble }),
      ...(change.seconds !== undefined && { seconds: change.seconds }),
      ...(change.isStereo !== undefined && { is_stereo: change.isStereo }),
      ...(change.isIncomplete !== undefined && { is_incomplete: change.isIncomplete }),
      ...(change.employeeName !== undefined && { employee_name: change.employeeName }),
      ...(change.clientName !== undefined && { client_name: change.clientName }),
      ...(change.employeeChannel !== undefined && { employee_channel: change.employeeChannel }),
      ...(change.startedAt !== undefined && { started_at: change.startedAt }),
      ...(change.measures !== undefined && { measures: JSON.stringify(change.measures) }),
      ...(change.sound !== undefined && { sound: JSON.stringify(change.sound) }),
      ...(change.fileKey !== undefined && { file_key: change.fileKey }),
      ...(change.decodedKey !== undefined && { decoded_key: change.decodedKey }),
      ...(change.attempts !== undefined && { attempts: change.attempts }),
      ...(change.peaks !== undefined && { peaks: Buffer.from(change.peaks) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a recording with its talk and pieces. */
export async function deleteRecordingRow({ tx, tenantId }: TenantScope, id: RecordingId): Promise<void> {
  await tx.deleteFrom('quality_recordings').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Whether a report has judged the talk of a recording. */
export async function isJudged({ tx, tenantId }: TenantScope, talkId: TalkId): Promise<boolean> {
  const row = await tx
    .selectFrom('quality_cases')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('talk_id', '=', talkId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const Segments = z.array(
  z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.string().nullable() }),
);

type Piece = { channel: number; piece: number };

export async function findPiece(
  { tx, tenantId }: TenantScope,
  id: RecordingId,
  { channel, piece }: Piece,
): Promise<SpokenSegment[] | null> {
  const row = await tx
    .selectFrom('quality_recording_pieces')
    .select('segments')
    .where('tenant_id', '=', tenantId)
    .where('recording_id', '=', id)
    .where('channel', '=', channel)
    .where('piece', '=', piece)
    .executeTakeFirst();
  return row ? Segments.parse(row.segments) : null;
}

/** Stores a piece that was paid; one that is there stays. */
export async function insertPiece(
  { tx, tenantId }: TenantScope,
  id: RecordingId,
  { channel, piece, startsAt, segments }: Piece & { startsAt: number; segments: SpokenSegment[] },
): Promise<void> {
  await tx
    .insertInto('quality_recording_pieces')
    .values({
      tenant_id: tenantId,
      recording_id: id,
      channel,
      piece,
      starts_at: startsAt,
      segments: JSON.stringify(segments),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'recording_id', 'channel', 'piece']).doNothing())
    .execute();
}

/** The segments of each channel in their order. */
export async function listPieces(
  { tx, tenantId }: TenantScope,
  id: RecordingId,
): Promise<{ channel: number; segments: SpokenSegment[] }[]> {
  const rows = await tx
    .selectFrom('quality_recording_pieces')
    .select(['channel', 'segments'])
    .where('tenant_id', '=', tenantId)
    .where('recording_id', '=', id)
    .orderBy('channel')
    .orderBy('piece')
    .execute();
  return rows.map((row) => ({ channel: row.channel, segments: Segments.parse(row.segments) }));
}

/** Bytes of sound that the tenant has here: recordings, and files that are sent. */
export async function sumSoundBytes({ tx, tenantId }: TenantScope): Promise<number> {
  const stored = await tx
    .selectFrom('quality_recordings')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), sql<number>`0`).as('bytes'))
    .where('tenant_id', '=', tenantId)
    .where('file_key', 'is not', null)
    .executeTakeFirstOrThrow();
  const sent = await tx
    .selectFrom('quality_uploads')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), sql<number>`0`).as('bytes'))
    .where('tenant_id', '=', tenantId)
    .where('recording_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(stored.bytes) + Number(sent.bytes);
}
