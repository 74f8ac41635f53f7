import {
  type AllowanceSize,
  clearAllowances,
  countAgainstAllowance,
  readRateLimit,
} from '#server/platform/rate-limit.ts';
import type { Context, PublicContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/problem.ts';
import { isPassword } from './passwords.ts';
import { GUESSES_FROM_STRANGERS, GUESSES_PER_ADDRESS, networkOf } from './rules.ts';

export type LoginAttemptLimit = AllowanceSize & { key: string };

/** @param isKnownAddress whether the e-mail signed in from the caller's address before */
export function loginAttemptLimits(
  { vault, address }: Pick<PublicContext, 'vault' | 'address'>,
  email: string,
  { isKnownAddress }: { isKnownAddress: boolean },
): LoginAttemptLimit[] {
  const who = vault.sign('guesses', email).toString('base64url');
  const fromHere = { key: `login:${who}:${networkOf(address)}`, ...GUESSES_PER_ADDRESS };
  return isKnownAddress ? [fromHere] : [fromHere, { key: `login:${who}`, ...GUESSES_FROM_STRANGERS }];
}

/** Clears the failed attempts of an e-mail from this address, after a mailed code proved the e-mail. */
export async function resetLoginAttempts(
  ctx: Pick<PublicContext, 'db' | 'vault' | 'address'>,
  email: string,
): Promise<void> {
  const limits = loginAttemptLimits(ctx, email, { isKnownAddress: true });
  await clearAllowances(
    ctx.db,
    limits.map(({ key }) => key),
  );
}

/**
 * Compares a password unless too many wrong ones were tried. Only wrong ones count, so a member may sign in on many
 * devices at the same moment. The limit is checked again when the comparison gets its slot: many concurrent attempts
 * are compared no more often than sequential ones, apart from those in other slots and processes.
 *
 * @throws request.too_often
 */
export async function recordLoginAttempt(
  { db }: Pick<Context, 'db'>,
  limits: readonly LoginAttemptLimit[],
  { password, storedHash }: { password: string; storedHash: string | null },
): Promise<boolean> {
  const allow = async () => {
    for (const limit of limits) {
      const allowance = await readRateLimit(db, limit.key, limit);
      if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
    }
  };
  const countWrong = async () => {
    for (const limit of limits) await countAgainstAllowance(db, limit.key, limit);
  };
  await allow();
  return isPassword(password, storedHash, { allow, countWrong });
}
