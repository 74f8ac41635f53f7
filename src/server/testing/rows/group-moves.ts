import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { RfmGroup } from '#contract/audiences/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import { groupMoved } from '#server/audiences/jobs.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import type { TestServer } from '#server/testing/server/http.ts';

/** Makes a dashboard of groups, or returns the usual one that is there. Its groups change only by {@link moveToGroup}: it has no bounds. */
export async function aDashboard(
  { owner, clock }: TestServer,
  tenantId: TenantId,
  isUsual = true,
): Promise<RfmDashboardId> {
  const id = RfmDashboardId.parse(randomUUID());
  const { rows } = await owner.query<{ id: string }>(
    `insert into rfm_dashboards (tenant_id, id, title, is_usual, created_at, formed_at)
     values ($1, $2, 'Clients', $3, $4::timestamptz, $4::timestamptz)
     on conflict (tenant_id) where is_usual do update set title = excluded.title returning id`,
    [tenantId, id, isUsual, String(clock.now())],
  );
  return RfmDashboardId.parse(rows[0]?.id);
}

type Move = { dashboardId: RfmDashboardId; contactId: string; from: RfmGroup | null; to: RfmGroup };

/** Moves a client to another group and announces it, as a count of the clients does. Jobs are not run. */
export async function moveToGroup(
  { owner, clock, ctx }: TestServer,
  tenantId: TenantId,
  { dashboardId, contactId, from, to }: Move,
): Promise<string> {
  const id = randomUUIDv7();
  const now = String(clock.now());
  await owner.query(
    `insert into rfm_members (tenant_id, dashboard_id, contact_id, group_key, recency, frequency, money, visits, spent_minor,
       visits_ever, last_day, since) values ($1, $2, $3, $4, 1, 1, 1, 1, 0, 1, $5::timestamptz::date, $5::timestamptz)
     on conflict (tenant_id, dashboard_id, contact_id) do update set group_key = excluded.group_key, since = excluded.since`,
    [tenantId, dashboardId, contactId, to, now],
  );
  await owner.query(
    `insert into rfm_moves (tenant_id, id, dashboard_id, contact_id, from_group, to_group, reason, moved_at, day)
     values ($1, $2, $3, $4, $5, $6, 'client', $7::timestamptz, $7::timestamptz::date)`,
    [tenantId, id, dashboardId, contactId, from, to, now],
  );
  await withTenant(ctx, tenantId, (scope) =>
    emit(scope, groupMoved, { dedupeKey: id, facts: { dashboardId, moveIds: [id] }, occurredAt: clock.now() }),
  );
  return id;
}
