import { type AllowanceSize, countAgainstAllowance, lookAtAllowance } from '#server/platform/allowance.ts';
import type { Context } from '#server/platform/context.ts';
import { Problem } from '#server/platform/problem.ts';
import { isPassword } from './passwords.ts';

export type GuessLimit = AllowanceSize & { key: string };

/**
 * Compares a password, when not too many wrong ones were tried. Only wrong ones count, so whoever knows it may sign in
 * on many devices at the same moment. Looked at once more when its turn has come: of many that are tried at once, no
 * more are compared than of as many one after another, but for those of the other turns and processes.
 *
 * @throws request.too_often
 */
export async function guess(
  { db }: Pick<Context, 'db'>,
  limits: readonly GuessLimit[],
  { password, storedHash }: { password: string; storedHash: string | null },
): Promise<boolean> {
  const allow = async () => {
    for (const limit of limits) {
      const allowance = await lookAtAllowance(db, limit.key, limit);
      if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
    }
  };
  const countWrong = async () => {
    for (const limit of limits) await countAgainstAllowance(db, limit.key, limit);
  };
  await allow();
  return isPassword(password, storedHash, { allow, countWrong });
}
