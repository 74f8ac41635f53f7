import type { Tokens } from '#contract/auth/calls.ts';
import {
  type acceptInvitation,
  type Invitation,
  InvitationId,
  type inviteMember,
  type openInvitation,
} from '#contract/auth/members.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext, MemberScope, PublicContext } from '#server/platform/context/context.ts';
import { type Scoped, type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { readCode } from '#server/auth/mails/codes.ts';
import {
  countPeople,
  endInvitation,
  findOpenInvitation,
  findInvitationForUpdate,
  putInvitation,
  type StoredInvitation,
} from '#server/auth/mails/invitation-queries.ts';
import { queueMail, takeMail } from '#server/auth/mails/mail-actions.ts';
import { mailSiteOf } from '#server/auth/mails/sites.ts';
import { findMember, findSignIn, insertMember, insertSignInName } from '#server/auth/members/queries.ts';
import {
  INVITATION_DAYS,
  INVITATIONS_PER_CABINET,
  MEMBERS_AT_MOST,
  normaliseEmail,
} from '#server/auth/members/rules.ts';
import { startSession } from '#server/auth/sign-in/actions.ts';
import { checkOwnPassword } from '#server/auth/sign-in/own-password.ts';
import { hashPassword } from '#server/auth/sign-in/passwords.ts';

// NOTE: a process: it checks or hashes a password between transactions.

export function invitationOf({ clock }: Pick<MemberScope, 'clock'>, stored: StoredInvitation): Invitation {
  const { id, email, role, sentAt, expiresAt } = stored;
  return {
    id,
    email,
    role,
    sentAt: sentAt.toString(),
    expiresAt: expiresAt.toString(),
    isExpired: !isAfter(expiresAt, clock.now()),
  };
}

/**
 * Mails an invitation. An e-mail belongs to one cabinet: one that signs in elsewhere is refused, and so is a member's.
 *
 * @throws {Problem} `member.already_here`, `member.of_another_cabinet`, `member.cabinet_full`,
 *   `member.too_many_invitations`, `request.too_often`, `auth.password_wrong`, `server.unavailable` without mail
 */
export async function invite(
  ctx: MemberContext,
  { email, role, language, password = '' }: BodyOf<typeof inviteMember>,
): Promise<Invitation> {
  if (!ctx.config.smtpUrl) throw new Problem('server.unavailable');
  const name = normaliseEmail(email);
  const found = await withSystem(ctx, (scope) => findSignIn(scope, { kind: 'email', name }));
  if (found) throw new Problem(found.tenantId === ctx.tenantId ? 'member.already_here' : 'member.of_another_cabinet');
  if (role === 'owner') await checkOwnPassword(ctx, password);
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    const now = scope.clock.now();
    const invitation = await putInvitation(scope, {
      id: newId(InvitationId),
      email: name,
      role,
      language: language ?? (await findMember(scope, ctx.memberId))?.language ?? 'ru',
      invitedBy: ctx.memberId,
      sentAt: now,
      expiresAt: now.add({ hours: 24 * INVITATION_DAYS }),
    });
    if ((await countPeople(scope)) > MEMBERS_AT_MOST) throw new Problem('member.cabinet_full');
    await recordAudit(scope, { action: 'member.invited', object: objectOf(invitation), after: { role } });
    return mailInvitation(scope, invitation);
  });
}

/** Mails an open invitation again, in the caller's name. @throws {Problem} `invitation.not_found`, those of mails */
export async function resend(scope: MemberScope, id: InvitationId): Promise<Invitation> {
  const stored = await findInvitationForUpdate(scope, id);
  if (!stored || stored.endedAt) throw new Problem('invitation.not_found');
  if (!scope.config.smtpUrl) throw new Problem('server.unavailable');
  const now = scope.clock.now();
  const expiresAt = now.add({ hours: 24 * INVITATION_DAYS });
  const invitation = await putInvitation(scope, { ...stored, invitedBy: scope.memberId, sentAt: now, expiresAt });
  await recordAudit(scope, { action: 'invitation.resent', object: objectOf(invitation) });
  return mailInvitation(scope, invitation);
}

const objectOf = ({ id, email }: StoredInvitation) => ({ kind: 'invitation' as const, id, title: email });

async function mailInvitation(scope: MemberScope, invitation: StoredInvitation): Promise<Invitation> {
  const allowance = await consumeRateLimit(scope.tx, `invitations:${scope.tenantId}`, INVITATIONS_PER_CABINET);
  if (!allowance.isAllowed) throw new Problem('member.too_many_invitations', { retryAfterMs: allowance.retryAfterMs });
  const toEmail = await takeMail(scope, 'invite', invitation.email);
  if (!toEmail.isAllowed) throw new Problem('request.too_often', { retryAfterMs: toEmail.retryAfterMs });
  const site = mailSiteOf(scope.site) ?? { brand: scope.site.brand.key, origin: scope.config.publicUrl };
  await queueMail(scope, scope.memberId, site, { kind: 'invite', invitationId: invitation.id });
  await announce(scope, 'auth');
  return invitationOf(scope, invitation);
}

/** Withdraws an invitation. @throws {Problem} `invitation.not_found` */
export async function withdraw(scope: MemberScope, id: InvitationId): Promise<void> {
  const invitation = await findInvitationForUpdate(scope, id);
  if (!invitation) throw new Problem('invitation.not_found');
  await endInvitation(scope, id, { at: scope.clock.now(), memberId: null });
  if (!invitation.endedAt) await recordAudit(scope, { action: 'invitation.withdrawn', object: objectOf(invitation) });
  await announce(scope, 'auth');
}

/** Returns the facts of an invitation. @throws {Problem} `auth.code_invalid` when it is over, withdrawn or accepted */
export async function readInvitation(ctx: PublicContext, code: string): Promise<ReplyOf<typeof openInvitation>> {
  const named = readCode(ctx, code);
  if (!named) throw new Problem('auth.code_invalid');
  return withTenant(ctx, named.tenantId, async (scope) => {
    const invitation = goodOne(ctx, await findOpenInvitation(scope, named.id));
    const tenant = await getTenant(scope);
    const inviter = await findMember(scope, invitation.invitedBy);
    const { email, role, language } = invitation;
    return { tenantName: tenant.name, email, role, language, invitedBy: inviter?.fullName || (inviter?.email ?? '') };
  });
}

function goodOne({ clock }: Pick<PublicContext, 'clock'>, invitation: StoredInvitation | undefined): StoredInvitation {
  const isGood = invitation && invitation.endedAt === null && isAfter(invitation.expiresAt, clock.now());
  if (!isGood) throw new Problem('auth.code_invalid');
  return invitation;
}

/**
 * Makes a member of the invited person and signs them in. The link proves the e-mail.
 *
 * @throws {Problem} `auth.code_invalid`; `member.of_another_cabinet` when the e-mail signs in somewhere by now
 */
export async function accept(ctx: PublicContext, body: BodyOf<typeof acceptInvitation>): Promise<Tokens> {
  const named = readCode(ctx, body.code);
  if (!named) throw new Problem('auth.code_invalid');
  const passwordHash = await hashPassword(body.password, ctx.config);
  const { tenantId } = named;
  const memberId = await withTenant(ctx, tenantId, (scope) => join(scope, named.id, { ...body, passwordHash }));
  return startSession(ctx, { tenantId, memberId });
}

async function join(
  scope: Scoped<PublicContext>,
  id: string,
  person: Pick<BodyOf<typeof acceptInvitation>, 'fullName' | 'timeZone'> & { passwordHash: string },
): Promise<MemberId> {
  const invitation = goodOne(scope, await findInvitationForUpdate(scope, id));
  const memberId = newId(MemberId);
  const now = scope.clock.now();
  await insertMember(scope, memberId, {
    email: invitation.email,
    phone: null,
    fullName: person.fullName,
    role: invitation.role,
    passwordHash: person.passwordHash,
    language: invitation.language,
    timeZone: person.timeZone ?? (await zoneOf(scope)),
    emailConfirmedAt: now,
    createdAt: now,
  });
  const isFree = await insertSignInName(scope, { kind: 'email', name: invitation.email }, memberId);
  if (!isFree) throw new Problem('member.of_another_cabinet');
  await endInvitation(scope, invitation.id, { at: now, memberId });
  await recordAudit(scope, {
    action: 'member.joined',
    object: { kind: 'member', id: memberId, title: person.fullName },
    after: { role: invitation.role },
    actor: memberId,
  });
  await announce(scope, 'auth');
  return memberId;
}

async function zoneOf(scope: TenantScope): Promise<string> {
  return (await getTenant(scope)).timeZone;
}
