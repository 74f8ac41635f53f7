import { randomBytes } from 'node:crypto';
import type { Tokens } from '#contract/auth/calls.ts';
import type * as calls from '#contract/auth/second-factor.ts';
import { BRANDS } from '#contract/brands/brands.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext, MemberScope, PublicContext } from '#server/platform/context/context.ts';
import { type Scoped, withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { mailFactorChanged } from '#server/auth/mails/mail-actions.ts';
import { findMember, findPasswordHash } from '#server/auth/members/queries.ts';
import { checkFactor, hashRecoveryCode, sealSecret } from '#server/auth/second-factor/checking.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  isFactorRequired,
  putRecoveryCodes,
  putRule,
  putSecret,
} from '#server/auth/second-factor/factor-queries.ts';
import { newRecoveryCodes, readRecoveryCode } from '#server/auth/second-factor/recovery-codes.ts';
import { readTicket, stampOf } from '#server/auth/second-factor/tickets.ts';
import { otpauthUri, toBase32 } from '#server/auth/second-factor/totp.ts';
import { endStreamsWithoutFactor, markFactorPassed, revokeSessionsOf } from '#server/auth/sessions/session-queries.ts';
import { recordFailureLater, startSession } from './actions.ts';
import { checkOwnPassword } from './own-password.ts';

// NOTE: a process: it checks passwords and codes between transactions.

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

/** Finishes a sign-in. @throws {Problem} `auth.second_factor_ticket_over`, those of a code */
export async function passSecondFactor(
  ctx: PublicContext,
  { ticket, code }: BodyOf<typeof calls.passSecondFactor>,
): Promise<Tokens> {
  const read = await readTicket(ctx, ticket);
  if (!read) throw new Problem('auth.second_factor_ticket_over');
  const { tenant: tenantId, sub: memberId } = read;
  const stored = await withTenant(ctx, tenantId, (scope) => findPasswordHash(scope, memberId));
  if (stampOf(ctx, memberId, stored) !== read.stamp) throw new Problem('auth.second_factor_ticket_over');
  await checkFactor(ctx, { tenantId, memberId, code, isConfirmed: true }, async () => undefined).catch((error) => {
    if (error instanceof Problem && error.code === 'auth.second_factor_wrong')
      recordFailureLater(ctx, { tenantId, memberId });
    throw error;
  });
  return startSession(ctx, { tenantId, memberId }, { hasSecondFactor: true });
}

export async function getSecondFactor(scope: MemberScope): Promise<ReplyOf<typeof calls.secondFactor>> {
  const factor = await findFactor(scope, scope.memberId);
  return {
    isOn: Boolean(factor?.confirmedAt),
    since: factor?.confirmedAt?.toString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(scope, scope.memberId),
    isRequired: await isFactorRequired(scope),
  };
}

/** Makes a new secret; a former one that no code confirmed counts no more. @throws {Problem} `auth.second_factor_on` */
export async function setUpSecondFactor(
  ctx: MemberContext,
  password: string,
): Promise<ReplyOf<typeof calls.setUpSecondFactor>> {
  await checkOwnPassword(ctx, password);
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    const secret = randomBytes(SECRET_BYTES);
    const sealed = sealSecret(scope, secret);
    const isNew = await putSecret(scope, ctx.memberId, { secret: sealed, at: ctx.clock.now() });
    if (!isNew) throw new Problem('auth.second_factor_on');
    const member = await findMember(scope, ctx.memberId);
    const product = BRANDS[ctx.site.brand.key].productName;
    return { secret: toBase32(secret), uri: otpauthUri({ product, email: member?.email ?? '', secret }) };
  });
}

/** Turns the second factor on. Other sessions end: they never passed it. */
export async function confirmSecondFactor(
  ctx: MemberContext,
  code: string,
): Promise<ReplyOf<typeof calls.confirmSecondFactor>> {
  const { tenantId, memberId, sessionId } = ctx;
  return checkFactor(ctx, { tenantId, memberId, code, isConfirmed: false }, async (bound) => {
    const scope = { ...ctx, ...bound };
    await markFactorPassed(scope, sessionId);
    await revokeSessionsOf(scope, memberId, 'second_factor', sessionId);
    await mailFactorChanged(scope, memberId, true);
    await recordAudit(scope, { action: 'second_factor.on', object: { kind: 'member', id: memberId } });
    return { recoveryCodes: await replaceCodes(scope) };
  });
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(
  ctx: MemberContext,
  { password, code }: BodyOf<typeof calls.renewRecoveryCodes>,
): Promise<ReplyOf<typeof calls.renewRecoveryCodes>> {
  await checkOwnPassword(ctx, password);
  const { tenantId, memberId } = ctx;
  return checkFactor(ctx, { tenantId, memberId, code, isConfirmed: true }, async (bound) => {
    const scope = { ...ctx, ...bound };
    await recordAudit(scope, { action: 'second_factor.codes_renewed', object: { kind: 'member', id: memberId } });
    return { recoveryCodes: await replaceCodes(scope) };
  });
}

async function replaceCodes(scope: Pick<MemberScope, 'tx' | 'tenantId' | 'vault' | 'memberId'>): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(scope, scope.memberId, readRecoveryCode(code) ?? ''));
  await putRecoveryCodes(scope, scope.memberId, hashes);
  return codes;
}

/** Turns the caller's second factor off. @throws {Problem} `auth.second_factor_enforced`, those of password and code */
export async function turnOffSecondFactor(
  ctx: MemberContext,
  { password, code }: BodyOf<typeof calls.turnOffSecondFactor>,
): Promise<void> {
  if (await withTenant(ctx, ctx.tenantId, isFactorRequired)) throw new Problem('auth.second_factor_enforced');
  await checkOwnPassword(ctx, password);
  const { tenantId, memberId } = ctx;
  await checkFactor(ctx, { tenantId, memberId, code, isConfirmed: true }, async (bound) => {
    const scope = { ...ctx, ...bound };
    await takeAway(scope, memberId);
    await recordAudit(scope, { action: 'second_factor.off', object: { kind: 'member', id: memberId } });
  });
}

/** Takes a colleague's second factor away and ends their sessions. @throws {Problem} `member.not_found` */
export async function resetMemberFactor(ctx: MemberContext, memberId: MemberId, password: string): Promise<void> {
  const member = await withTenant(ctx, ctx.tenantId, (scope) => findMember(scope, memberId));
  if (!member || member.removedAt || member.operatorRole || memberId === ctx.memberId)
    throw new Problem('member.not_found');
  await checkOwnPassword(ctx, password);
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    await takeAway(scope, memberId);
    await revokeSessionsOf(scope, memberId, 'second_factor');
    const object = { kind: 'member' as const, id: memberId, title: member.fullName || member.email };
    await recordAudit(scope, { action: 'second_factor.reset', object });
  });
}

async function takeAway(scope: Scoped<PublicContext>, memberId: MemberId): Promise<void> {
  const factor = await findFactor(scope, memberId);
  await deleteFactor(scope, memberId);
  if (factor?.confirmedAt) await mailFactorChanged(scope, memberId, false);
}

/** Requires a second factor of all members, or does no more. @throws {Problem} `auth.second_factor_first` */
export async function requireSecondFactor(scope: MemberScope, isRequired: boolean): Promise<void> {
  const own = await findFactor(scope, scope.memberId);
  if (isRequired && !own?.confirmedAt) throw new Problem('auth.second_factor_first');
  const wasRequired = await isFactorRequired(scope);
  await putRule(scope, { isRequired, at: scope.clock.now() });
  await recordAudit(scope, {
    action: 'second_factor.rule_changed',
    before: { isRequired: wasRequired },
    after: { isRequired },
  });
  if (isRequired) await endStreamsWithoutFactor(scope);
}
