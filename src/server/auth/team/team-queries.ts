import { sql } from 'kysely';
import { MemberId, MemberRole } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type TeamMember = {
  id: MemberId;
  name: string;
  email: string;
  role: MemberRole;
  lastSeenAt: Temporal.Instant | null;
  hasSecondFactor: boolean;
};

/** Lists the tenant's members, owners first, then by name; the operator's own people are left out. */
export async function listTeam({ tx, tenantId }: TenantScope, atMost: number): Promise<TeamMember[]> {
  const rows = await tx
    .selectFrom('members as m')
    .select(['m.id', 'm.full_name', 'm.email', 'm.role'])
    .select((eb) =>
      eb
        .selectFrom('sessions as s')
        .select(sql<Temporal.Instant | null>`max(coalesce(s.last_used_at, s.refreshed_at))`.as('at'))
        .whereRef('s.tenant_id', '=', 'm.tenant_id')
        .whereRef('s.member_id', '=', 'm.id')
        .where('s.tenant_id', '=', tenantId)
        .as('last_seen_at'),
    )
    .leftJoin('member_second_factors as f', (join) =>
      join.onRef('f.tenant_id', '=', 'm.tenant_id').onRef('f.member_id', '=', 'm.id').on('f.tenant_id', '=', tenantId),
    )
    .select('f.confirmed_at')
    .where('m.tenant_id', '=', tenantId)
    .where('m.operator_role', 'is', null)
    .where('m.removed_at', 'is', null)
    .orderBy('m.role')
    .orderBy(sql`lower(coalesce(nullif(m.full_name, ''), m.email))`)
    .orderBy('m.id')
    .limit(atMost)
    .execute();
  return rows.map((row) => ({
    id: MemberId.parse(row.id),
    name: row.full_name ?? '',
    email: row.email,
    role: MemberRole.parse(row.role),
    lastSeenAt: row.last_seen_at,
    hasSecondFactor: row.confirmed_at !== null,
  }));
}

/** Locks the owners of the cabinet: of two who step back at the same moment, one stays. */
export async function lockOwners({ tx, tenantId }: TenantScope): Promise<MemberId[]> {
  const rows = await tx
    .selectFrom('members')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'owner')
    .where('operator_role', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => MemberId.parse(row.id));
}

export async function setRole({ tx, tenantId }: TenantScope, id: MemberId, role: MemberRole): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute();
}

/** Removes a member: nobody signs in by their names any more. */
export async function markRemoved({ tx, tenantId }: TenantScope, id: MemberId, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('members')
    .set({ removed_at: now, role: 'staff', password_hash: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('sign_in_names').where('tenant_id', '=', tenantId).where('member_id', '=', id).execute();
  await tx.deleteFrom('sign_in_places').where('tenant_id', '=', tenantId).where('member_id', '=', id).execute();
}
