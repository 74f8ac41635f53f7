import type { TenantId } from '#contract/tenants/ids.ts';
import type { ModelContext, SpokenSegment } from '#server/models/port.ts';
import { transcribeSegments } from '#server/models/segment-actions.ts';
import { cutsOf, utterances, type Voices } from '#server/platform/sound/voice-rules.ts';
import { SPEECH_RATE, wavOf } from '#server/platform/sound/wav-writing.ts';
import { voicedSegments, type PieceBounds, type TranscribedChannel } from './transcript-rules.ts';

/** A piece of ten minutes is a WAV file of 19 MB; services take 25. */
const MOST_PIECE_SECONDS = 600;
const BYTES_PER_SAMPLE = 2;
/** Less of a voice in a piece is a cough: nothing is paid for it. */
const LEAST_VOICED_FRAMES = 15;

export type TranscribedRecording = {
  tenantId: TenantId;
  /** Names the recording in the log of calls of models. */
  key: string;
  seconds: number;
  /** Channels of `open`; two that are one side are mixed. */
  channels: number;
  /** The voices of each side: of two, or of one. */
  sides: readonly Voices[];
  /** ISO 639-1; null: the provider recognises it. */
  language: string | null;
  /** 16-bit samples at 16 kHz, of the channels in turn. Not opened where all pieces are there. */
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Paid before; null: nothing. */
  loadPiece(place: PiecePlace): Promise<SpokenSegment[] | null>;
  savePiece(place: PiecePlace, piece: { startsAt: number; segments: SpokenSegment[] }): Promise<void>;
  signal: AbortSignal;
};

export type PiecePlace = { channel: number; piece: number };
type Trouble = Extract<Awaited<ReturnType<typeof transcribeSegments>>, { isOk: false }>['trouble'];

/**
 * Writes a recording down, each side alone, in pieces that are cut amid silence. Each piece is paid once: after a failure
 * or a restart the pieces that were saved are loaded.
 */
export async function transcribeRecording(
  ctx: ModelContext,
  recording: TranscribedRecording,
): Promise<{ isOk: true; channels: TranscribedChannel[] } | { isOk: false; trouble: Trouble }> {
  const { sides, seconds, loadPiece, savePiece } = recording;
  const pieces = boundsOf(cutsOf(sides, seconds, MOST_PIECE_SECONDS));
  const done = sides.map((_, channel): { channel: number; segments: SpokenSegment[] } => ({ channel, segments: [] }));
  const missing: PiecePlace[] = [];
  for (const [piece] of pieces.entries())
    for (const { channel, segments } of done) {
      const saved = await loadPiece({ channel, piece });
      if (saved) segments.push(...saved);
      else missing.push({ channel, piece });
    }
  if (missing.length === 0) return { isOk: true, channels: done };
  const samples = sampleReader(await recording.open(), recording.channels);
  for (const [piece, bounds] of pieces.entries()) {
    const parts = await samples.next(Math.round(bounds.to * SPEECH_RATE));
    for (const { channel, segments } of done) {
      if (!missing.some((one) => one.piece === piece && one.channel === channel)) continue;
      const side = sides.length === parts.length ? parts[channel] : mixed(parts);
      const written = await writePiece(ctx, recording, { channel, piece, bounds, samples: side ?? new Int16Array(0) });
      if ('trouble' in written) return { isOk: false, trouble: written.trouble };
      await savePiece({ channel, piece }, { startsAt: bounds.from, segments: written.segments });
      segments.push(...written.segments);
    }
  }
  return { isOk: true, channels: done };
}

const boundsOf = (cuts: readonly number[]): PieceBounds[] =>
  cuts.map((to, index) => ({ from: cuts[index - 1] ?? 0, to }));

async function writePiece(
  ctx: ModelContext,
  { tenantId, key, sides, language, signal }: TranscribedRecording,
  { channel, piece, bounds, samples }: PiecePlace & { bounds: PieceBounds; samples: Int16Array },
): Promise<{ segments: SpokenSegment[] } | { trouble: Trouble }> {
  const voices = sides[channel] ?? new Uint8Array(0);
  if (!isSpoken(voices, bounds)) return { segments: [] };
  const written = await transcribeSegments(ctx, {
    tenantId,
    key: `${key}:${channel}:${piece}`,
    bytes: wavOf([samples]),
    mediaType: 'audio/wav',
    seconds: samples.length / SPEECH_RATE,
    language,
    signal,
  });
  if (!written.isOk) return { trouble: written.trouble };
  return { segments: voicedSegments(written.segments, bounds, voices) };
}

function isSpoken(voices: Voices, { from, to }: PieceBounds): boolean {
  const within = utterances(voices, 0).filter((one) => one.to > from * 50 && one.from < to * 50);
  return within.reduce((sum, one) => sum + one.to - one.from, 0) >= LEAST_VOICED_FRAMES;
}

function mixed(channels: readonly Int16Array[]): Int16Array {
  const [first = new Int16Array(0), second] = channels;
  return second ? first.map((sample, at) => (sample + (second[at] ?? 0)) / 2) : first;
}

/** Takes samples of channels in turn apart, up to one place after another. */
function sampleReader(bytes: AsyncIterable<Uint8Array>, channels: number) {
  const chunks = bytes[Symbol.asyncIterator]();
  const frameBytes = channels * BYTES_PER_SAMPLE;
  let rest = Buffer.alloc(0);
  let place = 0;
  return {
    async next(end: number): Promise<Int16Array[]> {
      const wanted = (end - place) * frameBytes;
      const parts = [rest];
      let have = rest.length;
      while (have < wanted) {
        const { value, done } = await chunks.next();
        if (done) break;
        parts.push(Buffer.from(value));
        have += value.length;
      }
      const all = Buffer.concat(parts);
      rest = all.subarray(wanted);
      const frames = Math.floor(Math.min(wanted, all.length) / frameBytes);
      place += frames;
      return Array.from({ length: channels }, (_, channel) =>
        Int16Array.from({ length: frames }, (__, frame) =>
          all.readInt16LE(frame * frameBytes + channel * BYTES_PER_SAMPLE),
        ),
      );
    },
  };
}
