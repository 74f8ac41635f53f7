import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ServiceFacts } from '#server/connections/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Stores which known masters of a branch perform its services, in place of what was stored. */
export async function savePerformers(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  services: readonly ServiceFacts[],
): Promise<void> {
  const pairs = services.flatMap(({ externalId, masters = [] }) => masters.map((master) => ({ externalId, master })));
  await sql`
    delete from service_masters
    where tenant_id = ${tenantId}
      and service_id in (select id from services where tenant_id = ${tenantId} and branch_id = ${branchId})`.execute(
    tx,
  );
  if (pairs.length === 0) return;
  await sql`
    insert into service_masters (tenant_id, service_id, master_id, duration_minutes)
    select distinct on (s.id, m.id) s.tenant_id, s.id, m.id, pair.minutes
    from unnest(
      ${pairs.map((pair) => pair.externalId)}::text[],
      ${pairs.map(({ master }) => master.externalId)}::text[],
      ${pairs.map(({ master }) => master.durationMinutes)}::int[]) as pair (service, master, minutes)
    join services s on s.tenant_id = ${tenantId} and s.branch_id = ${branchId} and s.external_id = pair.service
    join masters m on m.tenant_id = ${tenantId} and m.branch_id = ${branchId} and m.external_id = pair.master
    order by s.id, m.id, pair.minutes nulls last
    on conflict (tenant_id, service_id, master_id) do nothing`.execute(tx);
}
