import type { z } from 'zod';
import type { RecordingId } from '#contract/quality/talks.ts';
import { MOST_AUDIO_HOURS, type RecordingTrouble } from '#contract/quality/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { readRecordingJob } from '#server/quality/jobs.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { UnreadableFile, type UnreadableReason } from '#server/platform/isolated-readers/unreadable-file.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { findProgram } from '#server/platform/sound/decoding-program.ts';
import { decodeSound } from '#server/platform/sound/decoding-sound.ts';
import { bitsOf, isSilent, joinVoices, measureVoices } from '#server/platform/sound/voice-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { writeTalk } from './recording-actions.ts';
import {
  findPiece,
  findRecording,
  insertPiece,
  lockRecording,
  type RecordingChange,
  type StoredRecording,
  updateRecording,
} from './recording-queries.ts';
import { transcribeRecording } from './transcribing.ts';
import { decodedSoundKey } from './upload-actions.ts';
import { isPlayed } from './upload-rules.ts';

// NOTE: a process: it decodes a file and calls a model between short transactions.

/** After this, a run that found no place to decode tries again. */
const NO_PLACE_SECONDS = 10;
/** Runs of a recording while no model answers, each a minute later than the one before. */
const MOST_ATTEMPTS = 4;

const TROUBLES: Readonly<Record<UnreadableReason, RecordingTrouble>> = {
  damaged: 'no_audio',
  wrong_type: 'no_audio',
  no_sound: 'no_audio',
  no_text: 'no_audio',
  row_too_long: 'no_audio',
  too_many_pixels: 'no_audio',
  too_much: 'too_long',
  too_slow: 'too_long',
  too_long: 'too_long',
  locked: 'locked',
  empty: 'empty',
  needs_program: 'format_not_supported',
};

type Run = { ctx: Context; tenantId: TenantId; id: RecordingId };

/**
 * Decodes a recording, has it transcribed and stores its talk. What ends amid it is run again, goes on where it stopped,
 * and pays no piece twice.
 */
export async function readRecording(
  ctx: Context,
  { tenantId, recordingId: id }: z.output<typeof readRecordingJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const run = { ctx, tenantId, id };
  const found = await withTenant(ctx, tenantId, (scope) => findRecording(scope, id));
  if (!found || found.state === 'ready' || found.state === 'failed') return;
  const decoded = found.sound && found.decodedKey !== null ? found : await decode(run, found);
  if (decoded) await transcribe(run, decoded, signal);
}

const change = ({ ctx, tenantId, id }: Run, values: RecordingChange): Promise<void> =>
  withTenant(ctx, tenantId, (scope) => updateRecording(scope, id, { ...values, now: scope.clock.now() }));

async function fail(run: Run, trouble: RecordingTrouble, values: RecordingChange = {}): Promise<null> {
  await change(run, { ...values, state: 'failed', trouble });
  run.ctx.log.info({ recordingId: run.id, trouble }, 'a recording could not be read');
  return null;
}

const later = ({ ctx, tenantId, id }: Run, seconds: number, work: (scope: ActionScope) => Promise<void>) =>
  withTenant(ctx, tenantId, async (scope) => {
    await work(scope);
    const runAt = scope.clock.now().add({ seconds });
    await enqueue(scope, readRecordingJob, { tenantId, recordingId: id }, { runAt });
  });

/** @returns null where the recording failed, or is tried again later */
async function decode(run: Run, { fileKey, fileName }: StoredRecording): Promise<StoredRecording | null> {
  const { ctx, tenantId, id } = run;
  if (fileKey === null) return fail(run, 'no_audio');
  await change(run, { state: 'decoding', trouble: null });
  const decodedKey = decodedSoundKey(tenantId, id);
  const program = await findProgram(ctx.config.ffmpegPath);
  try {
    const sound = {
      key: tenantId,
      isJob: true,
      mostSeconds: MOST_AUDIO_HOURS * 3_600,
      program,
      open: () => ctx.files.open(fileKey),
    };
    const facts = await decodeSound(sound, (samples) => ctx.files.put(decodedKey, samples));
    const channels = facts.voices.map(bitsOf);
    const sides = facts.hasTwoSides ? channels : [joinVoices(channels)];
    const found: RecordingChange = {
      seconds: facts.seconds,
      isStereo: facts.hasTwoSides,
      isIncomplete: facts.isIncomplete,
      peaks: Buffer.from(facts.peaks, 'base64'),
      measures: measureVoices(sides, facts.seconds),
      sound: {
        channels: facts.channels,
        voices: sides.map((side) => Buffer.from(side).toString('base64')),
        isPlayable: isPlayed(fileName, facts.isByProgram),
      },
      decodedKey,
    };
    if (isSilent(sides)) return await fail(run, 'silent', found);
    await change(run, { ...found, state: 'transcribing' });
    return (await withTenant(ctx, tenantId, (scope) => findRecording(scope, id))) ?? null;
  } catch (error) {
    if (error instanceof UnreadableFile) {
      await ctx.files.remove(decodedKey);
      return fail(run, TROUBLES[error.reason]);
    }
    if (!(error instanceof Problem && error.code === 'file.too_many_at_once')) throw error;
    await later(run, NO_PLACE_SECONDS, async () => undefined);
    return null;
  }
}

async function transcribe(run: Run, recording: StoredRecording, signal: AbortSignal): Promise<void> {
  const { ctx, tenantId, id } = run;
  const { sound, seconds, decodedKey } = recording;
  if (!sound || seconds === null || decodedKey === null) return;
  const written = await transcribeRecording(ctx, {
    tenantId,
    key: `recording:${id}`,
    seconds,
    channels: sound.channels,
    sides: sound.voices.map(bitsOf),
    language: null,
    open: () => ctx.files.open(decodedKey),
    loadPiece: (place) => withTenant(ctx, tenantId, (scope) => findPiece(scope, id, place)),
    savePiece: (place, piece) => withTenant(ctx, tenantId, (scope) => insertPiece(scope, id, { ...place, ...piece })),
    signal,
  });
  if (written.isOk) return finish(run);
  if (written.trouble === 'aborted') throw new Error('The process stops; the job is run again by another');
  const attempts = recording.attempts + 1;
  if (written.trouble !== 'unavailable' || attempts >= MOST_ATTEMPTS) {
    await fail(run, written.trouble, { attempts });
    return;
  }
  await later(run, 60 * attempts, (scope) => updateRecording(scope, id, { attempts, now: scope.clock.now() }));
}

/** Stores the talk. What was decoded is kept only where browsers play nothing else. */
async function finish({ ctx, tenantId, id }: Run): Promise<void> {
  const unused = await withTenant(ctx, tenantId, async (scope) => {
    const recording = await lockRecording(scope, id);
    if (!recording) return null;
    const now = scope.clock.now();
    if ((await writeTalk(scope, recording)) === 0) {
      await updateRecording(scope, id, { state: 'failed', trouble: 'no_words', now });
      return null;
    }
    const isUnused = recording.sound?.isPlayable === true;
    await updateRecording(scope, id, { state: 'ready', trouble: null, now, ...(isUnused && { decodedKey: null }) });
    return isUnused ? recording.decodedKey : null;
  });
  if (unused !== null) await ctx.files.remove(unused);
}
