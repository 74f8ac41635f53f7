import { z } from 'zod';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  getQualitySettings,
  getRecording as getCall,
  listRecordings as listCall,
  Recording,
  saveRecording as saveCall,
} from '#contract/quality/recordings.ts';
import type { RecordingId } from '#contract/quality/talks.ts';
import { AUDIO_DAYS } from '#contract/quality/values.ts';
import { deleteSoundJob, readRecordingJob } from '#server/quality/jobs.ts';
import { saveTalk } from '#server/quality/talks/talk-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { callMeasures } from './measure-rules.ts';
import {
  deleteRecordingRow,
  findPeaks,
  findRecording,
  isJudged,
  listPieces,
  listRecordingRows,
  lockRecording,
  type StoredRecording,
  updateRecording,
} from './recording-queries.ts';
import { findAudioDays, putAudioDays } from './settings-queries.ts';
import { soundUrl } from './sound-address.ts';
import { linesOf } from './transcript-rules.ts';

const toReply = (stored: StoredRecording): Recording => ({
  id: stored.id,
  fileName: stored.fileName,
  state: stored.state,
  trouble: stored.trouble,
  size: stored.size,
  seconds: stored.seconds,
  isStereo: stored.isStereo,
  isIncomplete: stored.isIncomplete,
  employeeName: stored.employeeName,
  clientName: stored.clientName,
  startedAt: stored.startedAt.toString(),
  employeeChannel: stored.employeeChannel,
  talkId: stored.talkId,
  measures: stored.measures && callMeasures(stored.measures, stored.employeeChannel),
  hasAudio: stored.fileKey !== null,
  createdAt: stored.createdAt.toString(),
});

const notFound = () => new Problem('recording.not_found');
const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

export async function listRecordings(
  scope: ActionScope,
  { cursor, limit }: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  const rows = await listRecordingRows(scope, { after: readCursor(cursor, Cursor), limit: limit + 1 });
  return toPage(rows, limit, toReply, (row) => [row.startedAt.toString(), row.id]);
}

/** @throws {Problem} `recording.not_found` */
export async function getRecording(scope: ActionScope, id: RecordingId): Promise<ReplyOf<typeof getCall>> {
  const stored = await findRecording(scope, id);
  if (!stored) throw notFound();
  const peaks = await findPeaks(scope, id);
  return {
    ...toReply(stored),
    peaks: Array.from(peaks ?? [], (peak) => Math.round((peak / 255) * 100) / 100),
    url: stored.fileKey === null ? null : soundUrl(scope, scope.tenantId, id),
  };
}

/**
 * Changes who speaks in a recording. Its transcript is written again from what was transcribed.
 *
 * @throws {Problem} `recording.not_found`
 */
export async function saveRecording(
  scope: ActionScope,
  id: RecordingId,
  { startedAt, ...people }: BodyOf<typeof saveCall>,
): Promise<Recording> {
  const before = await lockRecording(scope, id);
  if (!before) throw notFound();
  await updateRecording(scope, id, {
    ...people,
    ...(startedAt !== undefined && { startedAt: Temporal.Instant.from(startedAt) }),
    now: scope.clock.now(),
  });
  const after = await findRecording(scope, id);
  if (!after) throw notFound();
  if (after.state === 'ready') await writeTalk(scope, after);
  return toReply(after);
}

/** Stores the talk of a recording from its pieces. @returns how many lines it has; without any there is no talk */
export async function writeTalk(scope: ActionScope, recording: StoredRecording): Promise<number> {
  const { id, isStereo, employeeName, clientName, employeeChannel, startedAt, fileName, seconds } = recording;
  const people = { employeeName, clientName, employeeChannel };
  const lines = linesOf(await listPieces(scope, id), { ...people, hasTwoSides: isStereo === true });
  if (lines.length === 0) return 0;
  await saveTalk(scope, {
    kind: 'calls',
    source: 'recordings',
    sourceKey: id,
    title: clientName || fileName,
    startedAt,
    lines,
    seconds,
    conversationId: null,
    recordingId: id,
  });
  return lines.length;
}

/**
 * Reads a failed recording again. Pieces that were paid are not paid again.
 *
 * @throws {Problem} `recording.not_found`, `recording.busy`; `file.not_found` where the sound is not kept
 */
export async function retryRecording(scope: ActionScope, id: RecordingId): Promise<Recording> {
  const recording = await lockRecording(scope, id);
  if (!recording) throw notFound();
  if (recording.state === 'ready') return toReply(recording);
  if (recording.state !== 'failed') throw new Problem('recording.busy');
  if (recording.fileKey === null) throw new Problem('file.not_found');
  const change = { state: 'waiting', trouble: null, attempts: 0 } as const;
  await updateRecording(scope, id, { ...change, now: scope.clock.now() });
  await enqueue(scope, readRecordingJob, { tenantId: scope.tenantId, recordingId: id });
  return toReply({ ...recording, ...change });
}

/** @throws {Problem} `recording.not_found`, `quality_talk.in_report` */
export async function deleteRecording(scope: ActionScope, id: RecordingId): Promise<void> {
  const recording = await lockRecording(scope, id);
  if (!recording) throw notFound();
  if (recording.talkId !== null && (await isJudged(scope, recording.talkId)))
    throw new Problem('quality_talk.in_report');
  await removeRecording(scope, id);
}

/** Deletes a recording with its talk; its sound follows. */
export async function removeRecording(scope: ActionScope, id: RecordingId): Promise<void> {
  const recording = await lockRecording(scope, id);
  if (!recording) return;
  await deleteRecordingRow(scope, id);
  await removeSound(scope, [recording.fileKey, recording.decodedKey]);
}

/** Has files of sound deleted once the transaction is done. */
export async function removeSound(scope: ActionScope, keys: readonly (string | null)[]): Promise<void> {
  const present = keys.filter((key) => key !== null);
  if (present.length > 0) await enqueue(scope, deleteSoundJob, { tenantId: scope.tenantId, keys: present });
}

type Settings = ReplyOf<typeof getQualitySettings>;

export async function getSettings(scope: ActionScope): Promise<Settings> {
  return { audioDays: (await findAudioDays(scope)) ?? AUDIO_DAYS.usual };
}

export async function saveSettings(scope: ActionScope, settings: Settings): Promise<Settings> {
  await putAudioDays(scope, settings.audioDays);
  return settings;
}
