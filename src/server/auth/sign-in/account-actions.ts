import type {
  changeEmail as changeEmailCall,
  changePassword as changePasswordCall,
  changeSettings as changeSettingsCall,
  confirmEmail as confirmEmailCall,
  CurrentUser,
  nearestPaymentEndDate,
  resetPassword as resetPasswordCall,
} from '#contract/auth/calls.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext, MemberScope, PublicContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { changeTenant, getTenant, setTestPhones, emitOwnPhonesChanged } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { findCodeForUpdate, markCodesUsed } from '#server/auth/mails/code-queries.ts';
import { readCode } from '#server/auth/mails/codes.ts';
import { checkOwnPassword } from './own-password.ts';
import { mailConfirmation, mailEmailChanged, queueMail } from '#server/auth/mails/mail-actions.ts';
import { hashPassword } from './passwords.ts';
import type { Cabinet } from '#server/auth/port.ts';
import { deleteSignInName, findMember, insertSignInName, updateMember } from '#server/auth/members/queries.ts';
import { type Member, normaliseEmail, tokenRoleOf } from '#server/auth/members/rules.ts';
import { deleteFactor } from '#server/auth/second-factor/factor-queries.ts';
import { revokeSessionsOf } from '#server/auth/sessions/session-queries.ts';
import { rememberPlaces } from '#server/auth/sessions/sign-in-places.ts';
import { mailSiteOf } from '#server/auth/mails/sites.ts';
import { readRefreshToken } from '#server/auth/sessions/tokens.ts';

// NOTE: a process: it hashes or checks a password between transactions.

/** The person who is signed in. */
export function getCurrentUser(scope: MemberScope, cabinet: Cabinet): Promise<CurrentUser> {
  return describe(scope, cabinet);
}

async function describe(scope: MemberScope, cabinet: Cabinet): Promise<CurrentUser> {
  const member = await getMember(scope);
  const tenant = await getTenant(scope);
  const { abilities, until, isTrial } = await cabinet.entitlements(scope, scope.clock.now());
  return {
    id: member.id,
    email: member.email,
    phoneNumber: member.phone,
    chatApiInstanceLimit: tenant.channelLimit,
    isTestUser: member.isTestUser,
    crms: await cabinet.crms(scope),
    language: member.language,
    countryId: tenant.countryId,
    notSendWeeklyYclientsReports: member.skipsWeeklyYclientsReport,
    notSendWeeklyIikoReports: member.skipsWeeklyIikoReport,
    availableNotificationsCount: await cabinet.messagesLeft(scope),
    memberRole: member.role,
    role: tokenRoleOf(member.operatorRole),
    isPartner: member.isPartner,
    isEmailConfirmed: member.emailConfirmedAt !== null,
    timeZone: member.timeZone,
    tenantName: tenant.name,
    tenantTimeZone: tenant.timeZone,
    isSecondFactorMissing: scope.isSecondFactorMissing,
    isPhoneConfirmed: member.phoneConfirmedAt !== null,
    canConfirmPhone: scope.config.systemSms !== null,
    abilities,
    paidUntil: until?.toString() ?? null,
    isTrial,
  };
}

/** When the trial or the next tariff runs out; when the last one did, if none is left. */
export async function getNearestPaymentEnd(
  scope: MemberScope,
  cabinet: Cabinet,
): Promise<ReplyOf<typeof nearestPaymentEndDate>> {
  const { nextEnd, until, isTrial } = await cabinet.entitlements(scope, scope.clock.now());
  const end = nextEnd ?? until;
  return {
    nearestPaymentEndDateUnixTime: end && Math.floor(end.epochMilliseconds / 1000),
    isTrial,
  };
}

/** Sets a new password with the code of a mail, and ends all sessions, so that the old password gives no access. */
export async function resetPassword(
  ctx: PublicContext,
  { email, code, newPassword }: BodyOf<typeof resetPasswordCall>,
): Promise<void> {
  const named = readCode(ctx, code);
  if (!named) throw new Problem('auth.code_invalid');
  const passwordHash = await hashPassword(newPassword, ctx.config);
  await withTenant(ctx, named.tenantId, async (scope) => {
    const now = ctx.clock.now();
    const found = await findCodeForUpdate(scope, named.id, 'reset');
    const member = found && (await findMember(scope, found.memberId));
    const isGood =
      found?.usedAt === null &&
      isAfter(found.expiresAt, now) &&
      member?.email === found.email &&
      found.email === normaliseEmail(email);
    if (!isGood) throw new Problem('auth.code_invalid');

    await markCodesUsed(scope, member.id, 'reset', now);
    await updateMember(scope, member.id, { passwordHash, emailConfirmedAt: member.emailConfirmedAt ?? now });
    if (!member.emailConfirmedAt) await deleteFactor(scope, member.id); // NOTE: until now nobody had proved that the e-mail is theirs
    await revokeSessionsOf(scope, member.id, 'password');
    await rememberPlaces(scope, member.id);
    await recordAudit(scope, {
      action: 'password.changed',
      object: { kind: 'member', id: member.id },
      actor: member.id,
    });
  });
}

/** Confirms an e-mail with the code of a mail; a second visit of the link shows that it is confirmed. */
export async function confirmEmail(
  ctx: PublicContext,
  { userId, code }: BodyOf<typeof confirmEmailCall>,
): Promise<void> {
  const named = readCode(ctx, code);
  if (!named) throw new Problem('auth.code_invalid');
  await withTenant(ctx, named.tenantId, async (scope) => {
    const now = ctx.clock.now();
    const found = await findCodeForUpdate(scope, named.id, 'confirm');
    const member = found && (await findMember(scope, found.memberId));
    if (!member || member.id !== userId.toLowerCase() || member.email !== found.email)
      throw new Problem('auth.code_invalid');
    if (found.usedAt && member.emailConfirmedAt) return;
    if (!isAfter(found.expiresAt, now)) throw new Problem('auth.code_invalid');
    await markCodesUsed(scope, member.id, 'confirm', now);
    await updateMember(scope, member.id, { emailConfirmedAt: member.emailConfirmedAt ?? now });
    await recordAudit(scope, {
      action: 'email.confirmed',
      object: { kind: 'member', id: member.id, title: member.email },
      actor: member.id,
    });
  });
}

/** Mails the confirmation link again, if the e-mail is not confirmed yet. */
export async function sendEmailConfirmation(scope: MemberScope): Promise<void> {
  const member = await getMember(scope);
  if (member.emailConfirmedAt) return;
  const allowance = await mailConfirmation(scope, member.id, member.email);
  if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
}

/** Asks the operator for help with the set-up. @throws {Problem} `server.unavailable` where no mail can be sent */
export async function requestSetUp(ctx: MemberContext, comment: string): Promise<void> {
  await withTenant(ctx, ctx.tenantId, (scope) => queueSetUpRequest(scope, comment));
}

/** The same within a transaction. @throws {Problem} `server.unavailable` where no mail can be sent */
export async function queueSetUpRequest(scope: MemberScope, comment: string): Promise<void> {
  if (!scope.config.smtpUrl) throw new Problem('server.unavailable');
  const site = mailSiteOf(scope.site) ?? { brand: scope.site.brand.key, origin: scope.config.publicUrl };
  await queueMail(scope, scope.memberId, site, { kind: 'set_up', comment });
}

/** Changes the e-mail a member signs in by. The new address gets a confirmation link, the old one a notice. */
export async function changeEmail(
  ctx: MemberContext,
  { email, password }: BodyOf<typeof changeEmailCall>,
): Promise<void> {
  await checkOwnPassword(ctx, password);
  const name = normaliseEmail(email);
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    const member = await getMember(scope);
    if (member.email === name) return;
    const isFree = await insertSignInName(scope, { kind: 'email', name }, member.id);
    if (!isFree) throw new Problem('auth.user_exists');
    await deleteSignInName(scope, { kind: 'email', name: member.email });
    await updateMember(scope, member.id, { email: name, emailConfirmedAt: null });
    await mailConfirmation(scope, member.id, name);
    await mailEmailChanged(scope, member.id, member.email);
    await recordAudit(scope, {
      action: 'email.changed',
      object: { kind: 'member', id: member.id },
      before: { email: member.email },
      after: { email: name },
    });
  });
}

/** Changes a member's phone. A cabinet that tests its flows with the old one tests with the new one. */
export async function changePhone(scope: MemberScope, typed: string): Promise<void> {
  const tenant = await getTenant(scope);
  const phone = normalisePhone(typed, tenant.countryId);
  if (!phone) throw wrongField('phone', 'phone');
  const member = await getMember(scope);
  await updateMember(scope, member.id, { phone });
  await recordAudit(scope, {
    action: 'phone.changed',
    object: { kind: 'member', id: member.id },
    before: { phone: member.phone },
    after: { phone },
  });
  await emitOwnPhonesChanged(scope);
  const isTestedWith = member.phone !== null && tenant.testPhones.includes(member.phone);
  if (!isTestedWith && tenant.testPhones.length > 0) return;
  const others = tenant.testPhones.filter((one) => one !== member.phone && one !== phone);
  await setTestPhones(scope, [phone, ...others]);
}

/** Changes the password; every session ends but the one whose refresh token is given. */
export async function changePassword(
  ctx: MemberContext,
  { currentPassword, newPassword, refreshToken }: BodyOf<typeof changePasswordCall>,
): Promise<void> {
  await checkOwnPassword(ctx, currentPassword);
  const passwordHash = await hashPassword(newPassword, ctx.config);
  const own = refreshToken ? readRefreshToken(ctx, refreshToken) : null;
  const currentSessionId = own?.tenantId === ctx.tenantId ? own.sessionId : null;
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    await updateMember(scope, ctx.memberId, { passwordHash });
    await revokeSessionsOf(scope, ctx.memberId, 'password', currentSessionId);
    await recordAudit(scope, { action: 'password.changed', object: { kind: 'member', id: ctx.memberId } });
  });
}

/** Changes the given settings. Only the owner may change the tenant's name and zone; waiting reports are replanned. */
export async function changeSettings(
  scope: MemberScope,
  cabinet: Cabinet,
  body: BodyOf<typeof changeSettingsCall>,
): Promise<CurrentUser> {
  if (body.tenantName !== undefined && scope.memberRole !== 'owner') throw new Problem('auth.forbidden');
  await recordSettings(scope, body);
  await updateMember(scope, scope.memberId, {
    language: body.language,
    timeZone: body.timeZone,
    skipsWeeklyYclientsReport: body.notSendWeeklyYclientsReports,
    skipsWeeklyIikoReport: body.notSendWeeklyIikoReports,
  });
  const isAboutReports = (body.notSendWeeklyYclientsReports ?? body.notSendWeeklyIikoReports) !== undefined;
  if (isAboutReports) await emitOwnPhonesChanged(scope);
  if (scope.memberRole === 'owner') await changeTenant(scope, { name: body.tenantName, timeZone: body.timeZone });
  return describe(scope, cabinet);
}

async function recordSettings(scope: MemberScope, body: BodyOf<typeof changeSettingsCall>): Promise<void> {
  const member = await getMember(scope);
  const tenant = await getTenant(scope);
  const before = {
    language: member.language,
    timeZone: member.timeZone,
    notSendWeeklyYclientsReports: member.skipsWeeklyYclientsReport,
    notSendWeeklyIikoReports: member.skipsWeeklyIikoReport,
    tenantName: tenant.name,
  };
  const object = { kind: 'member' as const, id: member.id };
  await recordAudit(scope, { action: 'settings.changed', object, before, after: { ...before, ...body } });
}

async function getMember(scope: MemberScope): Promise<Member> {
  const member = await findMember(scope, scope.memberId);
  if (!member) throw new Problem('auth.required');
  return member;
}
