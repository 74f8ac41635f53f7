import type { Likeness } from './finding-rules.ts';

/** Vectors of length 1 one after another, and the places of their passages. */
export type Vectors = { size: number; places: readonly number[]; values: Float32Array };

/** @param vectors of the passages in their order; null: of those that have none yet, or one of another size */
export function packVectors(vectors: readonly (readonly number[] | null)[]): Vectors | null {
  const size = vectors.find((vector) => vector !== null && vector.length > 0)?.length ?? 0;
  if (size === 0) return null;
  const places = vectors.flatMap((vector, at) => (vector?.length === size ? [at] : []));
  const values = new Float32Array(places.length * size);
  for (const [row, at] of places.entries()) values.set(normalized(vectors[at] ?? []), row * size);
  return { size, places, values };
}

/** Passages of which the likeness is returned. */
const MOST = 50;

/** Compares a vector with all others; returns the cosines of the nearest. */
export function nearest({ size, places, values }: Vectors, vector: readonly number[]): Likeness {
  if (vector.length !== size) return new Map();
  const wanted = normalized(vector);
  const cosines = places.map((at, row) => {
    let sum = 0;
    const start = row * size;
    for (let n = 0; n < size; n += 1) sum += (values[start + n] ?? 0) * (wanted[n] ?? 0);
    return [at, sum] as const;
  });
  return new Map(cosines.toSorted(([, one], [, other]) => other - one).slice(0, MOST));
}

function normalized(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? [...vector] : vector.map((value) => value / length);
}
