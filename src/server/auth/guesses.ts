import { returnAllowance, takeAllowance } from '#server/platform/allowance.ts';
import type { Context } from '#server/platform/context.ts';
import { Problem } from '#server/platform/problem.ts';

export type GuessLimit = { key: string; limit: number; periodMs: number };

/**
 * Compares a password, when not too many wrong ones were tried. Only wrong ones count.
 *
 * @throws request.too_often
 */
export async function guess(
  { db }: Pick<Context, 'db'>,
  limits: readonly GuessLimit[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const taken: string[] = [];
  let isWrong = false;
  try {
    for (const { key, limit, periodMs } of limits) {
      const allowance = await takeAllowance(db, key, { limit, periodMs });
      if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
      taken.push(key);
    }
    isWrong = !(await isRight());
    return !isWrong;
  } finally {
    if (!isWrong) await Promise.all(taken.map((key) => returnAllowance(db, key)));
  }
}
