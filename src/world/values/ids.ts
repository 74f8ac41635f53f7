import { createHash, hash } from 'node:crypto';

/** Counters behind the ids; kept with the state so that a restart goes on where it was. */
export type IdState = { seed: string; counters: Record<string, number> };

/** Ids and chances that are the same for the same seed and the same questions. */
export type Ids = {
  /** 1, 2, 3 … per kind. */
  next(kind: string): number;
  /** Hexadecimal characters that look random, one value per call. */
  hex(kind: string, length: number): string;
  /** Letters and digits as in a provider's opaque ids. */
  token(kind: string, length: number): string;
  /** From 0 up to 1, for jitter. */
  chance(kind: string): number;
};

export function createIds(state: () => IdState): Ids {
  const next = (kind: string) => {
    const counters = state().counters;
    const value = (counters[kind] ?? 0) + 1;
    counters[kind] = value;
    return value;
  };
  const digest = (kind: string) =>
    createHash('sha512')
      .update(`${state().seed}:${kind}:${next(kind)}`)
      .digest();

  return {
    next,
    hex: (kind, length) => digest(kind).toString('hex').slice(0, length),
    token: (kind, length) => digest(kind).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, length),
    chance: (kind) => digest(kind).readUInt32BE(0) / 2 ** 32,
  };
}

/** A number derived from a text alone, e.g. a person's id from the phone. */
export function stableNumber(text: string, below: number): number {
  return hash('sha256', text, 'buffer').readUIntBE(0, 6) % below;
}
