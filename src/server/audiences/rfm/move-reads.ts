import { sql } from 'kysely';
import { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { RfmGroup } from '#contract/audiences/values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { groupMoved } from '#server/audiences/jobs.ts';
import { plainSubject } from '#server/subjects/plain-subject-rules.ts';
import type { SubjectSample } from '#server/subjects/sample-reads.ts';
import type { FlowEvent, KnownSubject } from '#server/subjects/rules.ts';
import { getTenant } from '#server/tenants/actions.ts';

/** Loads clients' own moves between groups as subjects. A move that followed a change of a dashboard's bounds is none. */
export async function loadGroupMoves(
  scope: TenantScope,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<KnownSubject[]> {
  const { tx, tenantId } = scope;
  const { name: title, timeZone, currency } = await getTenant(scope);
  const { rows } = await sql<{
    id: string;
    dashboard_id: string;
    is_usual: boolean;
    contact_id: string;
    from_group: RfmGroup | null;
    to_group: RfmGroup;
    moved_at: Temporal.Instant;
    now_group: RfmGroup | null;
    next_at: Temporal.Instant | null;
  }>`
    select v.id, v.dashboard_id, d.is_usual, v.contact_id, v.from_group, v.to_group, v.moved_at,
      case when d.deleted_at is null then m.group_key end as now_group,
      (select min(n.moved_at) from rfm_moves n
        where n.tenant_id = ${tenantId} and n.contact_id = v.contact_id and n.dashboard_id = v.dashboard_id
          and n.reason = 'client' and (n.moved_at, n.id) > (v.moved_at, v.id)) as next_at
    from rfm_moves v
    join rfm_dashboards d on d.tenant_id = ${tenantId} and d.id = v.dashboard_id
    left join rfm_members m on m.tenant_id = ${tenantId} and m.dashboard_id = v.dashboard_id and m.contact_id = v.contact_id
    where v.tenant_id = ${tenantId} and v.id = any(${[...ids]}::uuid[]) and v.reason = 'client'`.execute(tx);
  return rows.map((row) => ({
    ...plainSubject({ kind: 'group_move', id: row.id, title, timeZone, startsAt: row.moved_at, currency }),
    contactId: ContactId.parse(row.contact_id),
    status: row.to_group,
    groupMove: {
      dashboardId: RfmDashboardId.parse(row.dashboard_id),
      isUsual: row.is_usual,
      from: row.from_group,
      to: row.to_group,
      now: row.now_group,
      leftAt: row.next_at ?? (row.now_group === row.to_group ? null : now),
    },
  }));
}

/** Samples the latest moves. */
export const sampleGroupMoves: SubjectSample = async (scope, { now, limit }) => {
  const rows = await scope.tx
    .selectFrom('rfm_moves')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('reason', '=', 'client')
    .orderBy('moved_at', 'desc')
    .limit(limit)
    .execute();
  return loadGroupMoves(
    scope,
    rows.map(({ id }) => id),
    now,
  );
};

/** A client's own move, as the event that starts flows. */
export type MoveEvent = FlowEvent & { recordedAt: Temporal.Instant; contactId: ContactId };

/** Lists clients' own moves, oldest first. The event of a move is recorded for many at once. */
export async function listMoveEvents(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
): Promise<MoveEvent[]> {
  const { rows } = await sql<{ id: string; contact_id: string; moved_at: Temporal.Instant }>`
    select id, contact_id, moved_at from rfm_moves
    where tenant_id = ${tenantId} and contact_id = any(${[...contactIds]}::uuid[]) and reason = 'client'
    order by moved_at, id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    name: groupMoved.name,
    contactId: ContactId.parse(row.contact_id),
    occurredAt: row.moved_at,
    recordedAt: row.moved_at,
    from: null,
    to: null,
    statusTo: null,
    changes: [],
    version: null,
  }));
}
