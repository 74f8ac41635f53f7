import { Readable } from 'node:stream';
import { RecordingId, SpokenLine } from '#contract/quality/talks.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { makeCall, secondsOfLine } from '#server/platform/sound/call-sound.ts';
import { FRAMES_PER_SECOND, type Voices } from '#server/platform/sound/voice-rules.ts';
import { SPEECH_RATE, WAV_HEAD_BYTES } from '#server/platform/sound/wav-writing.ts';
import { updateRecording } from '#server/quality/recordings/recording-queries.ts';
import { soundKey } from '#server/quality/recordings/upload-actions.ts';

/** Silence after the last line, as `makeCall` adds it. */
const TAIL_SECONDS = 0.5;
const PAUSE_SECONDS = 0.4;
const BEFORE_FIRST_SECONDS = 0.8;
/** Two channels of 16 bits. */
const BYTES_PER_SAMPLE = 4;

/** Lines of a call one after another, with the seconds in which each is said. */
export function timedCall<Line extends { text: string }>(
  lines: readonly Line[],
): (Line & { from: number; to: number })[] {
  let at = BEFORE_FIRST_SECONDS;
  return lines.map((line) => {
    const [from, to] = [round(at), round(at + secondsOfLine(line))];
    at = to + PAUSE_SECONDS;
    return { ...line, from, to };
  });
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100;

type Timed = readonly Pick<SpokenLine, 'from' | 'to' | 'text'>[];

export const secondsOfCall = (lines: Timed): number =>
  Math.max(0, ...lines.map((line) => (line.from ?? 0) + secondsOfLine(line))) + TAIL_SECONDS;

/** Size of the file that {@link makeSounds} writes. */
export const bytesOfCall = (lines: Timed): number =>
  WAV_HEAD_BYTES + Math.ceil(secondsOfCall(lines) * SPEECH_RATE) * BYTES_PER_SAMPLE;

/** The frames in which a side speaks. */
export function voicesOf(lines: Timed, seconds: number): Voices {
  const voices = new Uint8Array(Math.ceil((seconds * FRAMES_PER_SECOND) / 8));
  for (const { from, to } of lines)
    for (let frame = Math.ceil((from ?? 0) * FRAMES_PER_SECOND); frame < (to ?? 0) * FRAMES_PER_SECOND; frame++)
      voices[frame >> 3] = (voices[frame >> 3] ?? 0) | (1 << (frame & 7));
  return voices;
}

/** Makes the sound of the calls whose files are WAV, one after another. */
export async function makeSounds(ctx: Context, tenantId: TenantId): Promise<void> {
  for (const { id, lines } of await withTenant(ctx, tenantId, ({ tx }) => listSilent(tx, tenantId))) {
    const spoken = lines.map(({ side, from, text }) => ({
      channel: side === 'client' ? (1 as const) : (0 as const),
      at: from ?? 0,
      text,
    }));
    const sound = makeCall(spoken);
    const fileKey = soundKey(tenantId, id);
    await ctx.files.put(fileKey, Readable.from([sound]));
    const change = { fileKey, peaks: peaksOf(sound), now: ctx.clock.now() };
    await withTenant(ctx, tenantId, (scope) => updateRecording(scope, id, change));
  }
}

type Transaction = Parameters<Parameters<typeof withTenant>[2]>[0]['tx'];

async function listSilent(tx: Transaction, tenantId: TenantId): Promise<{ id: RecordingId; lines: SpokenLine[] }[]> {
  const rows = await tx
    .selectFrom('quality_recordings as r')
    .innerJoin('quality_talks as t', (join) =>
      join.onRef('t.recording_id', '=', 'r.id').on('t.tenant_id', '=', tenantId),
    )
    .select(['r.id', 't.lines'])
    .where('r.tenant_id', '=', tenantId)
    .where('r.file_key', 'is', null)
    .where('r.file_name', 'like', '%.wav')
    .execute();
  return rows.map((row) => ({ id: RecordingId.parse(row.id), lines: SpokenLine.array().parse(row.lines) }));
}

const PEAKS_PER_SECOND = 20;

/** The loudest sample of each twentieth of a second, of either side. */
function peaksOf(wav: Uint8Array): Uint8Array {
  const samples = new Int16Array(wav.buffer, wav.byteOffset + WAV_HEAD_BYTES, (wav.length - WAV_HEAD_BYTES) >> 1);
  const window = (SPEECH_RATE / PEAKS_PER_SECOND) * 2;
  return Uint8Array.from({ length: Math.ceil(samples.length / window) }, (_, nth) => {
    let most = 0;
    for (const sample of samples.subarray(nth * window, (nth + 1) * window)) most = Math.max(most, Math.abs(sample));
    return Math.min(255, most >> 7);
  });
}
