import { z } from 'zod';
import { SessionId } from '#contract/auth/sessions.ts';
import type * as contract from '#contract/auth/support.ts';
import { type CurrentSupport, SupportSessionId } from '#contract/auth/support.ts';
import { SUPPORT_CHANGE_MINUTES, SUPPORT_MINUTES } from '#contract/auth/support-values.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope, MemberContext, MemberScope } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { announceSessionsOver } from '#server/platform/events/realtime.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant, raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { findCabinetOf, findNames } from '#server/auth/members/name-queries.ts';
import { findMember } from '#server/auth/members/queries.ts';
import { refusalOfSupport } from './rules.ts';
import {
  allowChanges,
  findPlace,
  insertSupport,
  isSupportAllowed,
  listRunningOf,
  listRunningOfAdmin,
  listSupport,
  lockSupport,
  markEnded,
  type Place,
  prolong,
  putSupportRule,
} from './support-queries.ts';
import { signSupport } from './support-tokens.ts';

// NOTE: a process: it acts in the admin's cabinet and in another one.

/**
 * Enters a cabinet as support, to look. A session of the admin that is running ends before.
 *
 * @throws {Problem} `member.not_found`, `support.of_admin`, `support.own_cabinet`, `support.not_allowed`
 */
export async function enterSupport(
  ctx: MemberContext,
  userId: MemberId,
  { reason, isEmergency: isMeantAsEmergency }: BodyOf<typeof contract.enterSupport>,
): Promise<ReplyOf<typeof contract.enterSupport>> {
  const { tenantId, adminName, running } = await withSystem(ctx, async (scope) => ({
    tenantId: await findCabinetOf(scope, userId),
    adminName: (await findNames(scope, [ctx.memberId])).get(ctx.memberId) ?? '',
    running: await listRunningOfAdmin(scope, ctx.memberId),
  }));
  if (!tenantId) throw new Problem('member.not_found');
  for (const place of running) await endAt(ctx, place);
  const id = newId(SupportSessionId);
  await withTenant(ctx, tenantId, async (scope) => {
    const user = await findMember(scope, userId);
    if (!user || user.removedAt) throw new Problem('member.not_found');
    const isAllowed = await isSupportAllowed(scope);
    const admin = { tenantId: ctx.tenantId, memberId: ctx.memberId, isSuper: ctx.tokenRole === 'super_admin' };
    const refusal = refusalOfSupport({ admin, user, isAllowed, isEmergency: isMeantAsEmergency });
    if (refusal) throw new Problem(refusal);
    const isEmergency = !isAllowed;
    await insertSupport(scope, {
      id,
      userId,
      adminTenantId: ctx.tenantId,
      adminId: ctx.memberId,
      adminSessionId: ctx.sessionId,
      reason,
      isEmergency,
      startedAt: ctx.clock.now(),
      minutes: SUPPORT_MINUTES,
    });
    await recordAudit(inSession(scope, { id, userId, adminId: ctx.memberId }), {
      action: isEmergency ? 'support.entered_as_emergency' : 'support.entered',
      object: { kind: 'support_session', id },
      after: { reason },
    });
    if (!ctx.config.isSupportAnnounced) return;
    await raiseNotice(scope, ctx.clock.now(), {
      kind: 'support_entered',
      key: noticeKey(id),
      severity: isEmergency ? 'attention' : 'info',
      params: { admin: adminName, reason, isEmergency },
    });
  });
  return {
    supportSessionId: id,
    token: await signSupport(ctx, { sub: userId, tenant: tenantId, sid: id, act: { sub: ctx.memberId } }),
  };
}

const noticeKey = (id: SupportSessionId) => `support:${id}`;

/** Names both people, whichever of the admin's pages the call comes from. */
function inSession<Scope extends ActionScope>(
  scope: Scope,
  { id, userId, adminId }: { id: SupportSessionId; userId: MemberId; adminId: MemberId },
): Scope {
  const { caller } = scope;
  if (!caller) throw new Error('A support session is changed by calls alone');
  return { ...scope, caller: { ...caller, kind: 'admin', id: adminId, onBehalfOf: userId, supportSession: id } };
}

/** Ends a support session of any admin. @throws {Problem} `support.not_found` */
export async function stopSupportSession(ctx: MemberContext, id: SupportSessionId): Promise<void> {
  const place = await withSystem(ctx, (scope) => findPlace(scope, id));
  if (!place) throw new Problem('support.not_found');
  await endAt(ctx, place);
}

const endAt = (ctx: MemberContext, { tenantId, id }: Place) =>
  withTenant(ctx, tenantId, (scope) => end(scope, id, { by: ctx.memberId }));

/** Ends a session that nobody ended yet. */
async function end(scope: ActionScope, id: SupportSessionId, { by }: { by: MemberId }): Promise<void> {
  const support = await lockSupport(scope, id);
  if (!support) return;
  const now = scope.clock.now();
  await markEnded(scope, id, { at: now, by });
  await announceSessionsOver(scope, [SessionId.parse(id)]);
  await resolveNotice(scope, now, noticeKey(id));
  // The entry of an owner, and of another admin, has their own name.
  const isOwn = by === support.adminId;
  await recordAudit(isOwn ? inSession(scope, { id, ...support }) : scope, {
    action: 'support.ended',
    object: { kind: 'support_session', id },
  });
}

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists the sessions of all admins, the latest first. */
export async function listSupportSessions(
  ctx: MemberContext,
  { cursor, limit, userId }: QueryOf<typeof contract.listSupportSessions>,
): Promise<ReplyOf<typeof contract.listSupportSessions>> {
  const after = readCursor(cursor, Cursor);
  const { rows, names } = await withSystem(ctx, async (scope) => {
    const found = await listSupport(scope, { userId, after, limit });
    const ids = found.flatMap(({ admin_id, ended_by }) => (ended_by ? [admin_id, ended_by] : [admin_id]));
    return { rows: found, names: await findNames(scope, ids) };
  });
  return toPage(
    rows,
    limit,
    (row) => ({
      id: row.id,
      userId: row.user_id,
      userName: row.full_name || row.email,
      userGuid: row.tenant_id,
      adminName: names.get(row.admin_id) ?? '',
      reason: row.reason,
      isEmergency: row.is_emergency,
      changeReason: row.change_reason,
      startedAt: row.started_at.toString(),
      isRunning: row.is_running,
      endedAt: row.ended_at?.toString() ?? null,
      endedBy: row.ended_by && (names.get(row.ended_by) ?? ''),
    }),
    (row) => [row.started_at.toString(), row.id],
  ) as ReplyOf<typeof contract.listSupportSessions>; // NOTE: the ids are branded by the schema of the reply
}

/** The support session of the call; null in a session of a member. */
export async function getCurrentSupport(scope: MemberScope): Promise<CurrentSupport | null> {
  if (!scope.support) return null;
  const { id } = scope.support;
  const support = await lockSupport(scope, id);
  const user = await findMember(scope, scope.memberId);
  if (!support || !user) return null;
  return {
    id,
    userName: user.fullName || user.email,
    tenantName: (await getTenant(scope)).name,
    reason: support.reason,
    isEmergency: support.isEmergency,
    secondsLeft: support.secondsLeft,
    changeSecondsLeft: support.changeSecondsLeft,
    mayProlong: !support.isProlonged,
  };
}

/** Lets the session change settings. @throws {Problem} `support.none` */
export async function allowSupportChanges(scope: MemberScope, reason: string): Promise<CurrentSupport | null> {
  const { id } = supportOf(scope);
  await allowChanges(scope, id, { reason, minutes: SUPPORT_CHANGE_MINUTES });
  await recordAudit(scope, {
    action: 'support.change_allowed',
    object: { kind: 'support_session', id },
    after: { reason },
  });
  return getCurrentSupport(scope);
}

/** Prolongs the session once. @throws {Problem} `support.none`, `support.prolonged` */
export async function prolongSupport(scope: MemberScope): Promise<CurrentSupport | null> {
  const { id } = supportOf(scope);
  const support = await lockSupport(scope, id);
  if (!support || support.isProlonged) throw new Problem('support.prolonged');
  await prolong(scope, id, { at: scope.clock.now(), minutes: SUPPORT_MINUTES });
  await recordAudit(scope, { action: 'support.prolonged', object: { kind: 'support_session', id } });
  return getCurrentSupport(scope);
}

/** Ends the session that the call is made in. @throws {Problem} `support.none` */
export async function endSupport(scope: MemberScope): Promise<void> {
  const { id, adminId } = supportOf(scope);
  await end(scope, id, { by: adminId });
}

function supportOf({ support }: MemberScope) {
  if (!support) throw new Problem('support.none');
  return support;
}

export async function getSupportRule(scope: MemberScope): Promise<{ isAllowed: boolean }> {
  return { isAllowed: await isSupportAllowed(scope) };
}

/** Lets support enter, or forbids it and ends the sessions that are running. */
export async function setSupportRule(scope: MemberScope, isAllowed: boolean): Promise<{ isAllowed: boolean }> {
  const before = await isSupportAllowed(scope);
  await putSupportRule(scope, { isAllowed, at: scope.clock.now() });
  if (!isAllowed) for (const id of await listRunningOf(scope)) await end(scope, id, { by: scope.memberId });
  await recordAudit(scope, { action: 'support.rule_changed', before: { isAllowed: before }, after: { isAllowed } });
  return { isAllowed };
}
