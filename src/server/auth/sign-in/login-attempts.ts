import type { ProblemCode } from '#contract/problems.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';
import { type AllowanceSize, countAgainstAllowance, readRateLimit } from '#server/platform/http/rate-limit.ts';
import type { Context, PublicContext } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { isPassword } from './passwords.ts';
import type { SignIn } from '#server/auth/members/queries.ts';
import { LOGIN_ATTEMPTS } from '#server/auth/members/rules.ts';

export type LoginAttemptLimit = AllowanceSize & { key: string };

/**
 * Returns the limits that a wrong password counts against. A known device has a limit of its own, so that strangers can
 * lock nobody out of it. From elsewhere guesses count for the address, whichever account they are for, and for the
 * account unless it signed in from the address before.
 */
export function loginAttemptLimits(
  { vault, address, device }: Pick<PublicContext, 'vault' | 'address' | 'device'>,
  email: string,
  knownBy: SignIn['knownBy'],
): LoginAttemptLimit[] {
  const emailHash = vault.sign('guesses', email).toString('base64url');
  if (knownBy === 'device') {
    const here = vault.sign('guesses-device', device).toString('base64url');
    return [{ key: `login:${emailHash}:${here}`, ...LOGIN_ATTEMPTS }];
  }
  const fromHere = { key: `login:from:${networkOf(address)}`, ...LOGIN_ATTEMPTS };
  return knownBy === 'address' ? [fromHere] : [fromHere, { key: `login:${emailHash}`, ...LOGIN_ATTEMPTS }];
}

/**
 * Compares a password unless too many wrong ones were tried. Only wrong ones count, so a member may sign in on many
 * devices at the same moment. The limit is checked again when the comparison gets its slot: many concurrent attempts
 * are compared no more often than sequential ones, apart from those in other slots and processes.
 *
 * @throws the refusal
 */
export async function recordLoginAttempt(
  { db }: Pick<Context, 'db'>,
  limits: readonly LoginAttemptLimit[],
  {
    password,
    storedHash,
    refusal = 'auth.too_many_guesses',
  }: { password: string; storedHash: string | null; refusal?: ProblemCode },
): Promise<boolean> {
  const allow = async () => {
    for (const limit of limits) {
      const allowance = await readRateLimit(db, limit.key, limit);
      if (!allowance.isAllowed) throw new Problem(refusal, { retryAfterMs: allowance.retryAfterMs });
    }
  };
  const countWrong = async () => {
    for (const limit of limits) await countAgainstAllowance(db, limit.key, limit);
  };
  await allow();
  return isPassword(password, storedHash, { allow, countWrong });
}
