import type { BodyOf } from '#contract/endpoint.ts';
import type { changeMemberRole, CabinetMember, MemberList } from '#contract/auth/members.ts';
import type { MemberId, MemberRole } from '#contract/tenants/ids.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope, MemberContext, MemberScope } from '#server/platform/context/context.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { emitOwnPhonesChanged, getTenant } from '#server/tenants/actions.ts';
import { memberRemoved } from '#server/auth/jobs.ts';
import { markCodesUsed } from '#server/auth/mails/code-queries.ts';
import { listInvitations } from '#server/auth/mails/invitation-queries.ts';
import { findMember } from '#server/auth/members/queries.ts';
import { isDemoPerson, leavesNoOwner, type Member, MEMBERS_AT_MOST } from '#server/auth/members/rules.ts';
import { deleteFactor, isFactorRequired } from '#server/auth/second-factor/factor-queries.ts';
import { revokeSessionsOf } from '#server/auth/sessions/session-queries.ts';
import { checkOwnPassword } from '#server/auth/sign-in/own-password.ts';
import { invitationOf } from './invitation-actions.ts';
import { listTeam, lockOwners, markRemoved, setRole, type TeamMember } from './team-queries.ts';

// NOTE: a process: it checks a password between transactions.

/** Lists the members of the cabinet and its open invitations. */
export async function getTeam(scope: MemberScope): Promise<MemberList> {
  const team = await listTeam(scope, MEMBERS_AT_MOST);
  const invitations = await listInvitations(scope, MEMBERS_AT_MOST);
  return {
    members: team.map((member) => memberOf(scope, member)),
    invitations: invitations.map((invitation) => invitationOf(scope, invitation)),
    requiresSecondFactor: await isFactorRequired(scope),
  };
}

function memberOf({ memberId }: MemberScope, member: TeamMember): CabinetMember {
  return {
    ...member,
    lastSeenAt: member.lastSeenAt?.toString() ?? null,
    isYou: member.id === memberId,
  };
}

/** Changes a role. @throws {Problem} `member.not_found`, `member.last_owner`, `member.of_demo`, `auth.password_wrong` */
export async function changeRole(
  ctx: MemberContext,
  memberId: MemberId,
  { role, password = '' }: BodyOf<typeof changeMemberRole>,
): Promise<void> {
  const member = await withTenant(ctx, ctx.tenantId, (scope) => getColleague(scope, memberId));
  if (member.role === role) return;
  if (role === 'owner') await checkOwnPassword(ctx, password);
  await withTenant(ctx, ctx.tenantId, (scope) => putRole(scope, memberId, role));
}

/** Makes a member an owner and the caller staff. @throws {Problem} `member.not_found`, `member.of_demo`, `auth.password_wrong` */
export async function handOver(ctx: MemberContext, memberId: MemberId, password: string): Promise<void> {
  await withTenant(ctx, ctx.tenantId, (scope) => getColleague(scope, memberId));
  if (memberId === ctx.memberId) return;
  await checkOwnPassword(ctx, password);
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    await putRole(scope, memberId, 'owner');
    await putRole(scope, ctx.memberId, 'staff');
    const member = await getColleague(scope, memberId);
    await recordAudit(scope, { action: 'cabinet.handed_over', object: objectOf(member) });
  });
}

async function putRole(scope: ActionScope, memberId: MemberId, role: MemberRole): Promise<void> {
  const owners = await lockOwners(scope);
  const member = await getColleague(scope, memberId);
  if (member.role === role) return;
  await refuseInDemo(scope, member);
  if (role === 'staff' && leavesNoOwner(owners, memberId)) throw new Problem('member.last_owner');
  await setRole(scope, memberId, role);
  const change = { before: { role: member.role }, after: { role } };
  await recordAudit(scope, { action: 'member.role_changed', object: objectOf(member), ...change });
  await announce(scope, 'auth');
  await emitOwnPhonesChanged(scope);
}

/**
 * Removes a member: their sessions, names and mailed links end at once. One who was removed already stays removed.
 *
 * @throws {Problem} `member.not_found`, `member.last_owner`, `member.of_demo`
 */
export async function removeMember(scope: MemberScope, memberId: MemberId): Promise<void> {
  const owners = await lockOwners(scope);
  const member = await findMember(scope, memberId);
  if (!member || member.operatorRole) throw new Problem('member.not_found');
  if (member.removedAt) return;
  await refuseInDemo(scope, member);
  if (member.role === 'owner' && leavesNoOwner(owners, memberId)) throw new Problem('member.last_owner');
  const now = scope.clock.now();
  await markRemoved(scope, memberId, now);
  await recordAudit(scope, { action: 'member.removed', object: objectOf(member) });
  await deleteFactor(scope, memberId);
  await markCodesUsed(scope, memberId, 'any', now);
  await revokeSessionsOf(scope, memberId, 'member');
  await announce(scope, 'auth');
  await emit(scope, memberRemoved, { dedupeKey: memberId, facts: { memberId }, occurredAt: now });
  if (member.role === 'owner') await emitOwnPhonesChanged(scope);
}

const objectOf = ({ id, fullName, email }: Member) => ({ kind: 'member' as const, id, title: fullName || email });

async function getColleague(scope: TenantScope, id: MemberId): Promise<Member> {
  const member = await findMember(scope, id);
  if (!member || member.removedAt || member.operatorRole) throw new Problem('member.not_found');
  return member;
}

/** The people of a demo stay as they are: all its visitors sign in as them. @throws {Problem} `member.of_demo` */
async function refuseInDemo(scope: TenantScope, { email }: Member): Promise<void> {
  if ((await getTenant(scope)).isDemo && isDemoPerson(email)) throw new Problem('member.of_demo');
}
