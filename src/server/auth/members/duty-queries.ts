import { sql } from 'kysely';
import { MemberId, MemberRole } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type Colleague = { id: MemberId; name: string; role: MemberRole };

/** Pages refresh their session within this time while they are open. */
const ACTIVE_WITHIN = '30 minutes';

/** Members with a session that was refreshed lately; by the machine's time, as all sessions. */
export async function listOnDuty({ tx, tenantId }: TenantScope): Promise<ReadonlySet<MemberId>> {
  const rows = await tx
    .selectFrom('sessions')
    .select('member_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Temporal.Instant>`now()`)
    .where('refreshed_at', '>', sql<Temporal.Instant>`now() - ${ACTIVE_WITHIN}::interval`)
    .execute();
  return new Set(rows.map((row) => MemberId.parse(row.member_id)));
}

/** Lists the tenant's members by name; the operator's own people are left out. */
export async function listColleagueRows({ tx, tenantId }: TenantScope): Promise<Colleague[]> {
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'full_name', 'email', 'role'])
    .where('tenant_id', '=', tenantId)
    .where('operator_role', 'is', null)
    .where('removed_at', 'is', null)
    .execute();
  return rows
    .map((row) => ({
      id: MemberId.parse(row.id),
      name: (row.full_name ?? '') || row.email,
      role: MemberRole.parse(row.role),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
