import { SPEECH_RATE } from './wav-writing.ts';

/** Zero crossings of the filter on each side: the more, the sharper. */
const CROSSINGS = 10;
/** Part of the band that is kept; the rest is where the filter falls. */
const ROLL_OFF = 0.92;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/**
 * Brings a channel to 16 kHz as its samples come: a windowed sinc, of which each phase is computed once. The samples of a
 * channel that has this rate pass unchanged.
 */
export function createResampler(rate: number): { push(samples: Float32Array): Float32Array; end(): Float32Array } {
  if (rate === SPEECH_RATE) return { push: (samples) => samples, end: () => new Float32Array(0) };
  const divisor = greatestDivisor(rate, SPEECH_RATE);
  const [step, phases] = [rate / divisor, SPEECH_RATE / divisor];
  const cutoff = Math.min(1, SPEECH_RATE / rate) * ROLL_OFF;
  const half = Math.ceil(CROSSINGS / cutoff);
  const filters = Array.from({ length: phases }, (_, phase) => filterOf(phase / phases, half, cutoff));
  let buffer = new Float32Array(half); // NOTE: silence before the first sample
  let first = -half; // NOTE: the number of the buffer's first sample
  let next = 0; // NOTE: the number of the next sample at 16 kHz

  const push = (samples: Float32Array): Float32Array => {
    const joined = new Float32Array(buffer.length + samples.length);
    joined.set(buffer);
    joined.set(samples, buffer.length);
    const end = first + joined.length;
    const wanted = Math.max(0, Math.ceil(((end - half) * phases) / step) - next);
    const made = new Float32Array(wanted);
    let count = 0;
    for (; count < wanted; count += 1, next += 1) {
      const position = next * step;
      const whole = Math.floor(position / phases);
      const filter = filters[position % phases];
      const from = whole - half + 1 - first;
      if (!filter || whole + half >= end) break;
      let sum = 0;
      for (let tap = 0; tap < filter.length; tap += 1) sum += (filter[tap] ?? 0) * (joined[from + tap] ?? 0);
      made[count] = sum;
    }
    const from = Math.max(0, Math.floor((next * step) / phases) - half - first);
    buffer = joined.slice(from);
    first += from;
    return made.subarray(0, count);
  };
  return { push, end: () => push(new Float32Array(half + 1)) };
}

/** Weights of `2 * half` samples around a place between two of them. */
function filterOf(fraction: number, half: number, cutoff: number): Float32Array {
  const weights = Float32Array.from({ length: 2 * half }, (_, tap) => {
    const distance = tap - half + 1 - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (half + 1));
    const angle = Math.PI * distance * cutoff;
    return window * cutoff * (angle === 0 ? 1 : Math.sin(angle) / angle);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
