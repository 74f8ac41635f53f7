import type { MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findPasswordHash } from '#server/auth/members/queries.ts';
import { LOGIN_ATTEMPTS } from '#server/auth/members/rules.ts';
import { recordLoginAttempt } from './login-attempts.ts';

// NOTE: a process: it checks a password between transactions.

/**
 * Checks the caller's own password before a change that a stolen session must not make. A member who only ever signed in
 * with Google has none to be asked for.
 *
 * @throws {Problem} `auth.password_wrong`; `request.too_often` after too many wrong ones
 */
export async function checkOwnPassword(ctx: MemberContext, password: string): Promise<void> {
  const stored = await withTenant(ctx, ctx.tenantId, (scope) => findPasswordHash(scope, ctx.memberId));
  if (stored === null) return;
  const limit = { key: `own-password:${ctx.memberId}`, ...LOGIN_ATTEMPTS };
  const isRight = await recordLoginAttempt(ctx, [limit], {
    password,
    storedHash: stored,
    refusal: 'request.too_often',
  });
  if (!isRight) throw new Problem('auth.password_wrong');
}
