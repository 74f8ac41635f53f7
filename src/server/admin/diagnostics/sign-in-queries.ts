import type { TenantScope } from '#server/platform/database/db.ts';

export type SessionSeen = { email: string; at: Temporal.Instant; userAgent: string | null; network: string | null };

/** Sessions of the cabinet's members, also those that are over, the last used first. */
export async function listSessionsSeen({ tx, tenantId }: TenantScope, limit: number): Promise<SessionSeen[]> {
  const rows = await tx
    .selectFrom('sessions as s')
    .innerJoin('members as m', (join) =>
      join.onRef('m.tenant_id', '=', 's.tenant_id').onRef('m.id', '=', 's.member_id'),
    )
    .select(['m.email', 's.user_agent', 's.network'])
    .select(({ fn }) => fn.coalesce('s.last_used_at', 's.refreshed_at').as('at'))
    .where('s.tenant_id', '=', tenantId)
    .where('m.tenant_id', '=', tenantId)
    .orderBy('at', 'desc')
    .orderBy('s.id')
    .limit(limit)
    .execute();
  return rows.map(({ user_agent: userAgent, ...row }) => ({ ...row, userAgent }));
}
