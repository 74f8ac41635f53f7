import { hash } from 'node:crypto';
import { SPEECH_RATE, wavOf } from './wav-writing.ts';

/** A line of a talk: the side that says it and the second it begins at. */
export type SpokenLine = { channel: 0 | 1; at: number; text: string };

/** How long a line of the demo's calls takes to say. */
export const SECONDS_PER_LETTER = 0.06;
/** Silence after the last line. */
const TAIL_SECONDS = 0.5;
const SYLLABLE_SECONDS = 0.2;

export const secondsOfLine = ({ text }: Pick<SpokenLine, 'text'>): number =>
  Math.max(0.3, text.length * SECONDS_PER_LETTER);

/**
 * The sound of a call for demos and tests: a WAV file of two channels at 16 kHz. It has no words, but sounds like speech
 * to a detector of voices: each line is a row of syllables with a pitch and formants on the channel of its side. The
 * same lines make the same bytes.
 */
export const makeCall = (lines: readonly SpokenLine[]): Uint8Array => wavOf(channelsOf(lines));

/** A call for a simulated service of transcriptions: the sound of each channel, and its words. */
export type ChannelScript = {
  sound: string;
  language: string;
  segments: { start: number; end: number; text: string }[];
};

export function scriptsOfCall(lines: readonly SpokenLine[], language: string): ChannelScript[] {
  return channelsOf(lines).map((samples, channel) => ({
    sound: soundHash(samples),
    language,
    segments: lines
      .filter((line) => line.channel === channel)
      .map((line) => ({ start: line.at, end: round(line.at + secondsOfLine(line)), text: line.text })),
  }));
}

/** Names a sound by its samples, rounded to 8 bits. */
export const soundHash = (samples: Int16Array): string =>
  hash(
    'sha256',
    Uint8Array.from(samples, (sample) => (sample >> 8) & 0xff),
    'hex',
  );

function channelsOf(lines: readonly SpokenLine[]): [Int16Array, Int16Array] {
  const seconds = Math.max(0, ...lines.map((line) => line.at + secondsOfLine(line))) + TAIL_SECONDS;
  const length = Math.ceil(seconds * SPEECH_RATE);
  const channels: [Int16Array, Int16Array] = [new Int16Array(length), new Int16Array(length)];
  for (const line of lines) speak(channels[line.channel], line);
  return channels;
}

const round = (seconds: number) => Math.round(seconds * 100) / 100;

/** First and second formants of five vowels, in hertz. */
const VOWELS = [
  [730, 1_090],
  [530, 1_840],
  [270, 2_290],
  [570, 840],
  [300, 870],
] as const;
const PITCHES = [195, 118] as const;
const BANDWIDTHS = [90, 110] as const;

function speak(samples: Int16Array, { channel, at, text }: SpokenLine): void {
  const chances = hash('sha256', `${channel}:${text}`, 'buffer');
  const first = Math.round(at * SPEECH_RATE);
  const length = Math.round(secondsOfLine({ text }) * SPEECH_RATE);
  const syllable = SYLLABLE_SECONDS * SPEECH_RATE;
  const next = noise(chances.readUInt32LE());
  const filters = [resonator(), resonator()] as const;
  let phase = 0;
  for (let sample = 0; sample < length; sample += 1) {
    const number = Math.floor(sample / syllable);
    const within = (sample % syllable) / syllable;
    const [low, high] = VOWELS[(chances[number % chances.length] ?? 0) % VOWELS.length] ?? VOWELS[0];
    const pitch = PITCHES[channel] * (1 + 0.1 * Math.sin(sample / 9_000) - (0.1 * sample) / length);
    phase += pitch / SPEECH_RATE;
    const isConsonant = within < 0.2;
    const pulse = 1 - 2 * (phase % 1);
    const source = isConsonant ? next() * 0.5 : pulse + next() * 0.05;
    const loudness = Math.sin(Math.PI * Math.min(1, within + 0.08)) ** 0.6;
    const sound = filters[0](source, low, BANDWIDTHS[0]) + 0.6 * filters[1](source, high, BANDWIDTHS[1]);
    samples[first + sample] = Math.max(-32_000, Math.min(32_000, Math.round(sound * loudness * 5_000)));
  }
}

/** A resonance of the vocal tract: a filter of two poles, whose gain at its frequency is about one. */
function resonator() {
  let [last, before] = [0, 0];
  return (input: number, hertz: number, bandwidth: number): number => {
    const radius = Math.exp((-Math.PI * bandwidth) / SPEECH_RATE);
    const angle = (2 * Math.PI * hertz) / SPEECH_RATE;
    const output = (1 - radius) * 2 * input + 2 * radius * Math.cos(angle) * last - radius * radius * before;
    [before, last] = [last, output];
    return output;
  };
}

/** Numbers from -1 to 1 that look random, the same for the same seed. */
function noise(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2_147_483_648;
  };
}
