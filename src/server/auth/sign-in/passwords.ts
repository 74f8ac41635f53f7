import { hash, verify } from '@node-rs/argon2';
import type { Config } from '#server/platform/deployment/config.ts';
import { Problem } from '#server/platform/values/problem.ts';

/** How many are computed at once; the other threads of the process stay free for files and names. */
const AT_ONCE = 2;

/** How many may wait, about a second's work: a flood of sign-ins is refused instead of piling up. */
const WAITING_AT_MOST = 64;

/** Hash of a random password with the product's cost; compared with when the e-mail is unknown. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=32768,t=3,p=1$kxgGrdJ//jSt4Hs6Gq7ilQ$e39moeo+LNEFWp6U3qdSXFlj6iDjDh6tS1dq76nl/Lk';

let compared = 0;

/** Number of comparisons since the process started, for the metrics; an attempt costs one, also for an unknown e-mail. */
export const comparedPasswords = (): number => compared;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Hashes by Argon2id, the library's default algorithm.
 *
 * @throws request.too_often when too many wait already
 */
export function hashPassword(password: string, { passwordCost }: Pick<Config, 'passwordCost'>): Promise<string> {
  return withSlot(() => hash(password, passwordCost));
}

/** Limit on password comparisons, checked when a comparison gets its slot. */
export type Guard = {
  /** Throws when no more may be tried. */
  allow(): Promise<void>;
  countWrong(): Promise<void>;
};

/**
 * Whether the password is the one. Takes as long when there is nothing to compare with.
 *
 * @throws request.too_often when too many wait already
 */
export function isPassword(password: string, storedHash: string | null, guard?: Guard): Promise<boolean> {
  return withSlot(async () => {
    await guard?.allow();
    compared += 1;
    const isRight = (await verify(storedHash ?? DUMMY_HASH, password)) && storedHash !== null;
    if (!isRight) await guard?.countWrong();
    return isRight;
  });
}

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_AT_MOST) throw new Problem('request.too_often', { retryAfterMs: 1_000 });
    await new Promise<void>((resolve) => waiting.push(resolve)); // NOTE: woken with the place of the one who woke it
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
