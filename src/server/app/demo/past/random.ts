/** Random values that are the same for the same seed. */
export type Random = {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  /** @throws when the list is empty */
  pick<T>(list: readonly T[]): T;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** A UUID of version 7 for this time. */
  id(at: Temporal.Instant): string;
};

/** Mulberry32, seeded with the FNV-1a hash of a text. */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(seed)) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('');
  return {
    next,
    below,
    pick(list) {
      const [picked] = list.slice(below(list.length));
      if (picked === undefined) throw new Error('the list is empty');
      return picked;
    },
    chance: (probability) => next() < probability,
    id(at) {
      const time = at.epochMilliseconds.toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'[below(4)]}${hex(3)}-${hex(12)}`;
    },
  };
}
