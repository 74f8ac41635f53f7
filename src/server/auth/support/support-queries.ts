import { sql } from 'kysely';
import type { SessionId } from '#contract/auth/sessions.ts';
import { SupportSessionId } from '#contract/auth/support.ts';
import { MemberId, MemberRole, TenantId } from '#contract/tenants/ids.ts';
import { type Database, PLANNED_ONCE, type SystemScope, type TenantScope } from '#server/platform/database/db.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';

/** The member and the admin of a running support session. */
export type SupportMember = {
  memberId: MemberId;
  role: MemberRole;
  adminId: MemberId;
  /** By the machine's time. */
  expiresAt: Temporal.Instant;
  mayChange: boolean;
};

export async function findSupportMember(
  db: Database,
  tenantId: TenantId,
  id: SupportSessionId,
): Promise<SupportMember | undefined> {
  const { rows } = await sql<{
    member_id: string;
    member_role: string;
    admin_id: string;
    expires_at: Temporal.Instant;
    may_change: boolean;
  }>`${PLANNED_ONCE}
    select member_id, member_role, admin_id, expires_at, may_change
    from frontdesk.support_session_member(${tenantId}, ${id})`.execute(db);
  const row = rows[0];
  return (
    row && {
      memberId: MemberId.parse(row.member_id),
      role: MemberRole.parse(row.member_role),
      adminId: MemberId.parse(row.admin_id),
      expiresAt: row.expires_at,
      mayChange: row.may_change,
    }
  );
}

export type NewSupport = {
  id: SupportSessionId;
  userId: MemberId;
  adminTenantId: TenantId;
  adminId: MemberId;
  adminSessionId: SessionId;
  reason: string;
  isEmergency: boolean;
  startedAt: Temporal.Instant;
  minutes: number;
};

export async function insertSupport({ tx, tenantId }: TenantScope, support: NewSupport): Promise<void> {
  await tx
    .insertInto('support_sessions')
    .values({
      tenant_id: tenantId,
      id: support.id,
      user_id: support.userId,
      admin_tenant_id: support.adminTenantId,
      admin_id: support.adminId,
      admin_session_id: support.adminSessionId,
      reason: support.reason,
      is_emergency: support.isEmergency,
      started_at: support.startedAt,
      expires_at: sql`statement_timestamp() + ${support.minutes} * interval '1 minute'`,
    })
    .execute();
}

export type StoredSupport = {
  userId: MemberId;
  adminId: MemberId;
  reason: string;
  isEmergency: boolean;
  isProlonged: boolean;
  secondsLeft: number;
  changeSecondsLeft: number;
};

/** A support session that nobody ended; it may have run out. */
export async function lockSupport(
  { tx, tenantId }: TenantScope,
  id: SupportSessionId,
): Promise<StoredSupport | undefined> {
  const row = await tx
    .selectFrom('support_sessions')
    .select(['user_id', 'admin_id', 'reason', 'is_emergency', 'prolonged_at'])
    .select([
      sql<number>`greatest(0, ceil(extract(epoch from expires_at - statement_timestamp())))::int`.as('seconds_left'),
      sql<number>`greatest(0, ceil(extract(epoch from case when changes_until is null then statement_timestamp() else least(changes_until, expires_at) end - statement_timestamp())))::int`.as(
        'change_seconds_left',
      ),
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      userId: MemberId.parse(row.user_id),
      adminId: MemberId.parse(row.admin_id),
      reason: row.reason,
      isEmergency: row.is_emergency,
      isProlonged: row.prolonged_at !== null,
      secondsLeft: row.seconds_left,
      changeSecondsLeft: row.change_seconds_left,
    }
  );
}

export async function allowChanges(
  { tx, tenantId }: TenantScope,
  id: SupportSessionId,
  { reason, minutes }: { reason: string; minutes: number },
): Promise<void> {
  await tx
    .updateTable('support_sessions')
    .set({ change_reason: reason, changes_until: sql`statement_timestamp() + ${minutes} * interval '1 minute'` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function prolong(
  { tx, tenantId }: TenantScope,
  id: SupportSessionId,
  { at, minutes }: { at: Temporal.Instant; minutes: number },
): Promise<void> {
  await tx
    .updateTable('support_sessions')
    .set({ prolonged_at: at, expires_at: sql`expires_at + ${minutes} * interval '1 minute'` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function markEnded(
  { tx, tenantId }: TenantScope,
  id: SupportSessionId,
  { at, by }: { at: Temporal.Instant; by: MemberId },
): Promise<void> {
  await tx
    .updateTable('support_sessions')
    .set({ ended_at: at, ended_by: by })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Sessions of the cabinet that the owner's rule ends. */
export async function listRunningOf({ tx, tenantId }: TenantScope): Promise<SupportSessionId[]> {
  const rows = await tx
    .selectFrom('support_sessions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('ended_at', 'is', null)
    .where('is_emergency', '=', false)
    .where('expires_at', '>', sql<Temporal.Instant>`statement_timestamp()`)
    .execute();
  return rows.map(({ id }) => SupportSessionId.parse(id));
}

export type Place = { tenantId: TenantId; id: SupportSessionId };

/** Running sessions of an admin, in all cabinets. */
export async function listRunningOfAdmin({ tx }: SystemScope, adminId: MemberId): Promise<Place[]> {
  const rows = await tx
    .selectFrom('support_sessions')
    .select(['tenant_id', 'id'])
    .where('admin_id', '=', adminId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Temporal.Instant>`statement_timestamp()`)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), id: SupportSessionId.parse(row.id) }));
}

export async function findPlace({ tx }: SystemScope, id: SupportSessionId): Promise<Place | undefined> {
  const row = await tx.selectFrom('support_sessions').select('tenant_id').where('id', '=', id).executeTakeFirst();
  return row && { tenantId: TenantId.parse(row.tenant_id), id };
}

export type SupportPage = {
  userId: MemberId | undefined;
  after: readonly [string, string] | null;
  limit: number;
};

/** Lists sessions of all cabinets; one more than `limit`. */
export async function listSupport({ tx }: SystemScope, { userId, after, limit }: SupportPage) {
  return tx
    .selectFrom('support_sessions as s')
    .innerJoin('members as u', (join) => join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'))
    .select(['s.id', 's.tenant_id', 's.user_id', 's.admin_id', 's.ended_by', 's.reason', 's.is_emergency'])
    .select(['s.change_reason', 's.started_at', 's.ended_at', 'u.full_name', 'u.email'])
    .select(sql<boolean>`s.ended_at is null and s.expires_at > statement_timestamp()`.as('is_running'))
    .$if(userId !== undefined, (query) => query.where('s.user_id', '=', String(userId)))
    .where(isBeyond([sql`s.started_at`, sql`s.id`], after, 'desc'))
    .orderBy('s.started_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function isSupportAllowed({ tx, tenantId }: TenantScope): Promise<boolean> {
  const row = await tx
    .selectFrom('support_rules')
    .select('is_allowed')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.is_allowed ?? true;
}

export async function putSupportRule(
  { tx, tenantId }: TenantScope,
  { isAllowed, at }: { isAllowed: boolean; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('support_rules')
    .values({ tenant_id: tenantId, is_allowed: isAllowed, changed_at: at })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ is_allowed: isAllowed, changed_at: at }))
    .execute();
}
