import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { ByteSource } from './byte-source.ts';
import { decodeFlac, decodeMp3, decodeOgg } from './codec-decoding.ts';
import type { Decoded, Decoding } from './decoding.ts';
import { readAiff, readWav } from './pcm-reading.ts';
import { createResampler } from './resampling.ts';
import {
  FACTS_TAG,
  HEADING_TAG,
  PCM_TAG,
  PEAKS_PER_SECOND,
  type SoundFacts,
  type SoundHeading,
} from './sound-items.ts';
import { formatOfSound, isProtected, HEAD_BYTES, type SoundFormat } from './sound-format.ts';
import { createVoiceDetector } from './voice-detecting.ts';
import { SPEECH_RATE } from './wav-writing.ts';

export type SoundOptions = { mostSeconds: number };

type Decode = (source: ByteSource, decoding: Decoding) => AsyncGenerator<Decoded>;
const DECODERS: Readonly<Partial<Record<SoundFormat, Decode>>> = {
  wav: readWav,
  aiff: readAiff,
  mp3: decodeMp3,
  flac: decodeFlac,
  ogg: decodeOgg,
};

/** Samples of one item, of both channels together. */
const ITEM_SAMPLES = 65_536;
const PEAK_SAMPLES = SPEECH_RATE / PEAKS_PER_SECOND;
const MOST_CHANNELS = 2;
/** Less is what decoders make of a few frames that they take for sound. */
const LEAST_SECONDS = 0.1;
/** Channels that are less alike than this are those of two people. */
const ALIKE = 0.5;

/** Decodes a recording to 16 kHz, and measures it on the way. The module of `soundReader`. */
export const read: ReadFile<SoundOptions, Uint8Array> = async function* (file, { mostSeconds }) {
  const source = new ByteSource(file);
  const head = await source.take(HEAD_BYTES);
  if (head.length === 0) throw new UnreadableFile('empty', 'It has no bytes');
  const format = formatOfSound(head);
  if (!format) throw new UnreadableFile('wrong_type', 'It is no sound');
  if (isProtected(head, format)) throw new UnreadableFile('locked', 'Its sound is protected');
  const decode = DECODERS[format];
  if (!decode) throw new UnreadableFile('needs_program', `${format} needs the ffmpeg program`);
  source.putBack(head);
  const decoding: Decoding = { isIncomplete: false };
  let recording: Recording | null = null;
  for await (const piece of decode(source, decoding)) {
    recording ??= new Recording(piece);
    yield* recording.take(piece);
    if (recording.seconds > mostSeconds) throw new UnreadableFile('too_long', 'It is longer than is decoded');
  }
  if (!recording || recording.seconds < LEAST_SECONDS) throw new UnreadableFile('damaged', 'No sound could be decoded');
  yield* recording.end(decoding);
};

const tagged = (tag: number, content: Uint8Array): Uint8Array => {
  const item = new Uint8Array(content.length + 1);
  item[0] = tag;
  item.set(content, 1);
  return item;
};
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** The recording so far. */
class Recording {
  readonly #rate: number;
  readonly #resamplers: ReturnType<typeof createResampler>[];
  readonly #detectors: ReturnType<typeof createVoiceDetector>[];
  readonly #peaks: number[] = [];
  #peak = 0;
  #samples = 0;
  #item = new Int16Array(ITEM_SAMPLES);
  #filled = 0;
  #hasBegun = false;
  readonly #likeness = { product: 0, squares: [0, 0] as [number, number] };

  constructor({ rate, channels }: Decoded) {
    const indexes = channels.slice(0, MOST_CHANNELS).map((_, index) => index);
    this.#rate = rate;
    this.#resamplers = indexes.map(() => createResampler(rate));
    this.#detectors = indexes.map(createVoiceDetector);
  }

  get seconds(): number {
    return this.#samples / SPEECH_RATE;
  }

  *take({ rate, channels }: Decoded): Generator<Uint8Array> {
    if (rate !== this.#rate) throw new UnreadableFile('damaged', 'Its rate changes on the way');
    yield* this.#add(
      this.#resamplers.map((one, index) => one.push(channels[index] ?? channels[0] ?? new Float32Array(0))),
    );
  }

  *end({ isIncomplete }: Decoding): Generator<Uint8Array> {
    yield* this.#add(this.#resamplers.map((one) => one.end()));
    if (this.#filled > 0) yield this.#flush();
    if (this.#samples % PEAK_SAMPLES !== 0) this.#peaks.push(this.#peak);
    const facts: SoundFacts = {
      seconds: this.seconds,
      channels: this.#resamplers.length,
      hasTwoSides: this.#hasTwoSides(),
      isIncomplete,
      peaks: Buffer.from(Uint8Array.from(this.#peaks, (peak) => Math.round((peak * 255) / 32_768))).toString('base64'),
      voices: this.#detectors.map((one) => Buffer.from(one.voices()).toString('base64')),
    };
    yield tagged(FACTS_TAG, json(facts));
  }

  *#add(channels: Float32Array[]): Generator<Uint8Array> {
    if (!this.#hasBegun) yield tagged(HEADING_TAG, json({ channels: channels.length } satisfies SoundHeading));
    this.#hasBegun = true;
    const whole = channels.map(toIntegers);
    const [left = new Int16Array(0), right] = whole;
    for (const [index, detector] of this.#detectors.entries()) detector.push(whole[index] ?? left);
    for (let at = 0; at < left.length; at += 1) {
      const [one, other] = [left[at] ?? 0, right?.[at] ?? 0];
      this.#item[this.#filled++] = one;
      if (right) this.#item[this.#filled++] = other;
      this.#measure(one, other);
      if (this.#filled >= ITEM_SAMPLES) yield this.#flush();
    }
  }

  #measure(one: number, other: number): void {
    this.#likeness.product += one * other;
    this.#likeness.squares[0] += one * one;
    this.#likeness.squares[1] += other * other;
    this.#peak = Math.max(this.#peak, Math.abs(one), Math.abs(other));
    this.#samples += 1;
    if (this.#samples % PEAK_SAMPLES !== 0) return;
    this.#peaks.push(this.#peak);
    this.#peak = 0;
  }

  #hasTwoSides(): boolean {
    const [first, second] = this.#likeness.squares;
    if (first === 0 || second === 0) return false;
    return Math.abs(this.#likeness.product) / Math.sqrt(first * second) < ALIKE;
  }

  #flush(): Uint8Array {
    const item = tagged(PCM_TAG, new Uint8Array(this.#item.buffer, 0, this.#filled * 2)); // NOTE: machines are little-endian
    this.#filled = 0;
    return item;
  }
}

const toIntegers = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))));
