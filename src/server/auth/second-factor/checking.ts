import type { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type Scoped, type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { countAgainstAllowance, readRateLimit } from '#server/platform/http/rate-limit.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';
import { lockFactor, noteAccepted, type StoredFactor, takeRecoveryCode } from './factor-queries.ts';
import { readRecoveryCode } from './recovery-codes.ts';
import { acceptedStep, stepAt } from './totp.ts';

// NOTE: a process: it counts a wrong code in a transaction of its own, which the refusal does not undo.

/** Wrong codes of one member, of the app and for recovery together: 5 at once and 5 more as 15 minutes pass. */
const FACTOR_ATTEMPTS = { limit: 5, periodMs: 15 * 60_000 };

type Named = { tenantId: TenantId; memberId: MemberId };
type Checked = Pick<Context, 'db' | 'vault' | 'clock'>;
type Wanted = { isConfirmed: boolean };

/**
 * Checks a code of the app or for recovery, and marks it as used. After too many wrong ones none is compared.
 *
 * @param wanted whether the factor counts already, or the code confirms it (a code of the app alone)
 * @param then runs in the same transaction
 * @throws {Problem} `auth.second_factor_off`, `auth.second_factor_on`, `auth.second_factor_wrong`,
 *   `auth.second_factor_often`
 */
export async function checkFactor<T>(
  ctx: Checked,
  { tenantId, memberId, code, isConfirmed }: Named & Wanted & { code: string },
  then: (scope: Scoped<Checked>) => Promise<T>,
): Promise<T> {
  const key = `second-factor:${memberId}`;
  const outcome = await withTenant(ctx, tenantId, async (bound) => {
    const scope = { ...ctx, ...bound };
    const factor = await lockFactor(scope, memberId);
    if (!factor || (isConfirmed && !factor.confirmedAt)) return new Problem('auth.second_factor_off');
    if (!isConfirmed && factor.confirmedAt) return new Problem('auth.second_factor_on');
    const allowance = await readRateLimit(scope.tx, key, FACTOR_ATTEMPTS);
    if (!allowance.isAllowed) return new Problem('auth.second_factor_often', { retryAfterMs: allowance.retryAfterMs });
    const isRight = await accept(scope, factor, { memberId, code, isConfirmed });
    if (isRight) return { done: await then(scope) };
    await countAgainstAllowance(scope.tx, key, FACTOR_ATTEMPTS);
    return new Problem('auth.second_factor_wrong');
  });
  if (outcome instanceof Problem) throw outcome;
  return outcome.done;
}

async function accept(
  scope: Scoped<Checked>,
  { secret, lastStep }: StoredFactor,
  { memberId, code, isConfirmed }: { memberId: MemberId; code: string; isConfirmed: boolean },
): Promise<boolean> {
  const present = stepAt(Date.now()); // NOTE: apps go by the machine's time, in a demo too
  const step = acceptedStep(openSecret(scope, secret), code, { present, lastStep });
  if (step !== null) {
    await noteAccepted(scope, memberId, { step, ...(!isConfirmed && { confirmedAt: scope.clock.now() }) });
    return true;
  }
  const recovery = isConfirmed ? readRecoveryCode(code) : null;
  if (recovery === null) return false;
  const hash = hashRecoveryCode(scope, memberId, recovery);
  return takeRecoveryCode(scope, memberId, { hash, at: scope.clock.now() });
}

export function sealSecret({ vault, tenantId }: TenantScope & { vault: Vault }, secret: Buffer): Buffer {
  return vault.seal(tenantId, secret.toString('base64'));
}

function openSecret({ vault, tenantId }: TenantScope & { vault: Vault }, sealed: Buffer): Buffer {
  return Buffer.from(String(vault.open(tenantId, sealed)), 'base64');
}

/** @param code as {@link readRecoveryCode} returns it */
export function hashRecoveryCode(
  { vault, tenantId }: TenantScope & { vault: Vault },
  memberId: MemberId,
  code: string,
): Buffer {
  return vault.sign('recovery-code', `${tenantId}:${memberId}:${code}`);
}
