import { conceptsOf } from '../lexicon/concepts.ts';
import { stemsOf } from '../lexicon/stems.ts';

export const DEFAULT_DIMENSIONS = 1024;

/** Concepts join languages, stems join forms of a word, trigrams join misspellings. */
const WEIGHTS = { concept: 3, stem: 1, trigram: 0.25 } as const;
/** Each feature has so many places of its own in a vector. */
const PLACES = 16;

/**
 * A vector of unit length that depends on the text alone: texts about the same things are near each other, also in
 * different languages as far as the dictionary reaches.
 */
export function embed(text: string, dimensions = DEFAULT_DIMENSIONS): number[] {
  const vector = new Float64Array(dimensions);
  for (const [feature, weight] of featuresOf(text)) addFeature(vector, feature, weight);
  const length = Math.hypot(...vector);
  if (length === 0) addFeature(vector, 'nothing', 1);
  const scale = length === 0 ? Math.hypot(...vector) : length;
  return Array.from(vector, (value) => value / scale);
}

/** A repeated feature counts less each time. */
function featuresOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (feature: string) => counts.set(feature, (counts.get(feature) ?? 0) + 1);
  for (const concept of conceptsOf(text)) count(`concept ${concept}`);
  for (const stem of stemsOf(text)) {
    count(`stem ${stem}`);
    for (const trigram of trigramsOf(stem)) count(`trigram ${trigram}`);
  }
  return new Map([...counts].map(([feature, times]) => [feature, weightOf(feature) * (1 + Math.log(times))]));
}

const weightOf = (feature: string) => WEIGHTS[feature.split(' ', 1)[0] as keyof typeof WEIGHTS]; // NOTE: made by `featuresOf`

function trigramsOf(word: string): string[] {
  const padded = ` ${word} `;
  return Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3));
}

function addFeature(vector: Float64Array, feature: string, weight: number): void {
  let state = seedOf(feature);
  for (let place = 0; place < PLACES; place++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const index = Math.floor((state / 2 ** 32) * vector.length);
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    vector[index] = (vector[index] ?? 0) + (state >= 2 ** 31 ? weight : -weight);
  }
}

/** FNV-1a with a final mix, because neighbours of the generator's seeds are alike. */
function seedOf(text: string): number {
  let seed = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) seed = Math.imul(seed ^ text.charCodeAt(at), 0x01_00_01_93);
  seed = Math.imul(seed ^ (seed >>> 16), 0x85_eb_ca_6b);
  seed = Math.imul(seed ^ (seed >>> 13), 0xc2_b2_ae_35);
  return (seed ^ (seed >>> 16)) >>> 0;
}
