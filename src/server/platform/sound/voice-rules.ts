/** A bit for each frame, the lowest of a byte first; see `SoundFacts`. */
export type Voices = Uint8Array;

export const FRAMES_PER_SECOND = 50;

export const bitsOf = (base64: string): Voices => Uint8Array.from(Buffer.from(base64, 'base64'));

export const isVoiced = (voices: Voices, frame: number): boolean =>
  (((voices[frame >> 3] ?? 0) >> (frame & 7)) & 1) === 1;

/** The voices of several channels, as those of one. */
export const joinVoices = (channels: readonly Voices[]): Voices =>
  Uint8Array.from({ length: Math.max(0, ...channels.map(({ length }) => length)) }, (_, at) =>
    channels.reduce((bits, channel) => bits | (channel[at] ?? 0), 0),
  );

const frameCount = (voices: Voices) => voices.length * 8;

/** Share of the frames with a voice, between two seconds; 0 where there are none. */
export function voicedShare(voices: Voices, from = 0, to = Infinity): number {
  const first = Math.max(0, Math.floor(from * FRAMES_PER_SECOND));
  const last = Math.min(frameCount(voices), Math.ceil(to * FRAMES_PER_SECOND));
  let voiced = 0;
  for (let frame = first; frame < last; frame += 1) if (isVoiced(voices, frame)) voiced += 1;
  return last > first ? voiced / (last - first) : 0;
}

/** A span of time in frames, its end left out. */
type Span = { from: number; to: number };

/** Pauses within words and breaths, which do not end what somebody says. */
const BREATH_FRAMES = 15;

/** One utterance of a side: voices with no more than a breath between them. */
export function utterances(voices: Voices, breath = BREATH_FRAMES): Span[] {
  const spans: Span[] = [];
  for (let frame = 0; frame < frameCount(voices); frame += 1) {
    if (!isVoiced(voices, frame)) continue;
    const last = spans.at(-1);
    if (last && frame - last.to <= breath) last.to = frame + 1;
    else spans.push({ from: frame, to: frame + 1 });
  }
  return spans;
}

/** Numbers of a call that are measured, not judged; seconds. Music on hold counts as a voice. */
export type VoiceMeasures = {
  /** Share of the time in which each side speaks. */
  shares: number[];
  /** Nobody speaks, between the first word and the last. */
  longestSilence: number;
  /** Silences of more than three seconds, all together. */
  deadAir: number;
  /** Times that both speak for more than 600 ms; null of one side. */
  interruptions: number | null;
  /** Before the first word of each side; null where it says nothing. */
  beforeFirstWord: (number | null)[];
};

const INTERRUPTION_FRAMES = 30;
const DEAD_AIR_FRAMES = 150;

export function measureVoices(sides: readonly Voices[], seconds: number): VoiceMeasures {
  const spoken = sides.map((side) => utterances(side));
  const silences = silencesOf(spoken.flat());
  return {
    shares: sides.map((side) => round(voicedShare(side, 0, seconds))),
    longestSilence: round(Math.max(0, ...silences) / FRAMES_PER_SECOND),
    deadAir: round(
      silences.filter((frames) => frames > DEAD_AIR_FRAMES).reduce((sum, frames) => sum + frames, 0) /
        FRAMES_PER_SECOND,
    ),
    interruptions: sides[0] && sides[1] ? interruptionsOf(sides[0], sides[1]) : null,
    beforeFirstWord: spoken.map(([first]) => (first ? round(first.from / FRAMES_PER_SECOND) : null)),
  };
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;

/** Frames between what anybody says. */
function silencesOf(spans: readonly Span[]): number[] {
  const silences: number[] = [];
  let end: number | null = null;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (end !== null && from > end) silences.push(from - end);
    end = Math.max(end ?? 0, to);
  }
  return silences;
}

/** Gaps of a syllable do not end a time in which both speak. */
const SYLLABLE_FRAMES = 5;

function interruptionsOf(one: Voices, other: Voices): number {
  const both = Uint8Array.from(one, (byte, at) => byte & (other[at] ?? 0));
  return utterances(both, SYLLABLE_FRAMES).filter(({ from, to }) => to - from > INTERRUPTION_FRAMES).length;
}

/** A recording with a voice for less time is silent. */
const LEAST_VOICED_SECONDS = 0.4;

export const isSilent = (sides: readonly Voices[]): boolean =>
  sides.every(
    (side) =>
      utterances(side, 0).reduce((sum, { from, to }) => sum + to - from, 0) < LEAST_VOICED_SECONDS * FRAMES_PER_SECOND,
  );

/**
 * Cuts a recording into pieces of at most so many seconds, each at the longest silence of all its sides within its last
 * third, or in the middle of a word where nobody is silent.
 *
 * @returns seconds at which pieces end
 */
export function cutsOf(sides: readonly Voices[], seconds: number, mostSeconds: number): number[] {
  const cuts: number[] = [];
  for (let from = 0; seconds - from > mostSeconds;) {
    from = quietestPlace(sides, from + (mostSeconds * 2) / 3, from + mostSeconds);
    cuts.push(from);
  }
  return [...cuts, seconds];
}

function quietestPlace(sides: readonly Voices[], from: number, to: number): number {
  const last = Math.floor(to * FRAMES_PER_SECOND);
  let [best, bestLength, length] = [last, 0, 0];
  for (let frame = Math.ceil(from * FRAMES_PER_SECOND); frame < last; frame += 1) {
    length = sides.some((side) => isVoiced(side, frame)) ? 0 : length + 1;
    if (length > bestLength) [best, bestLength] = [frame - Math.floor(length / 2), length];
  }
  return best / FRAMES_PER_SECOND;
}
