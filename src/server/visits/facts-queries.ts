import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { BranchId } from '#contract/connections.ts';
import { ContactId } from '#contract/contacts.ts';
import { MasterId, ServiceId, VisitId, VisitStatus } from '#contract/visits.ts';
import { readCursor, toCursor } from '#server/platform/cursor.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { DB } from '#server/platform/schema.gen.ts';
import type { VisitFactsForFlow } from './rules.ts';

export async function listFactsById(scope: TenantScope, ids: readonly VisitId[]): Promise<VisitFactsForFlow[]> {
  const rows = await selectFacts(scope)
    .where('visits.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toFacts);
}

export async function listFactsOfContact(
  scope: TenantScope,
  contactId: ContactId,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<VisitFactsForFlow[]> {
  const rows = await selectFacts(scope)
    .where('visits.contact_id', '=', contactId)
    .where('visits.starts_at', '>=', from)
    .where('visits.starts_at', '<', to)
    .orderBy('visits.starts_at')
    .orderBy('visits.id')
    .execute();
  return rows.map(toFacts);
}

export type Ahead = {
  now: Temporal.Instant;
  /** Excluded. */
  until?: Temporal.Instant;
  branchIds?: readonly BranchId[];
  /** Handed back from the page before. */
  after?: string | undefined;
  limit: number;
};

const AheadCursor = z.tuple([z.iso.datetime(), VisitId]);

/** Visits of active branches that begin later than now and were not cancelled, by their start. */
export async function listFactsAhead(
  scope: TenantScope,
  { now, until, branchIds, after, limit }: Ahead,
): Promise<{ visits: VisitFactsForFlow[]; after: string | null }> {
  const last = readCursor(after, AheadCursor);
  const rows = await selectFacts(scope)
    .where('visits.starts_at', '>', now)
    .where('visits.status', '<>', 'cancelled')
    .where(isBranchActive)
    .$if(until !== undefined, (query) => query.where('visits.starts_at', '<', until ?? now))
    .$if(branchIds !== undefined, (query) =>
      query.where('visits.branch_id', '=', sql<string>`any (${[...(branchIds ?? [])]}::uuid[])`),
    )
    .$if(last !== null, (query) =>
      query.where(sql<boolean>`(visits.starts_at, visits.id) > (${last?.[0]}::timestamptz, ${last?.[1]}::uuid)`),
    )
    .orderBy('visits.starts_at')
    .orderBy('visits.id')
    .limit(limit + 1)
    .execute();
  const visits = rows.slice(0, limit).map(toFacts);
  const end = visits.at(-1);
  return { visits, after: rows.length > limit && end ? toCursor([end.startsAt.toString(), end.id]) : null };
}

type Joined = Pick<DB, 'visits' | 'branches' | 'connections'>;

function isBranchActive({ eb, and }: ExpressionBuilder<Joined, keyof Joined>) {
  return and([
    eb('branches.is_active', '=', true),
    eb('branches.removed_at', 'is', null),
    eb('connections.removed_at', 'is', null),
  ]);
}

function selectFacts({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('visits')
    .innerJoin('branches', (join) =>
      join.onRef('branches.tenant_id', '=', 'visits.tenant_id').onRef('branches.id', '=', 'visits.branch_id'),
    )
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .leftJoin('masters', (join) =>
      join.onRef('masters.tenant_id', '=', 'visits.tenant_id').onRef('masters.id', '=', 'visits.master_id'),
    )
    .select([
      'visits.id',
      'visits.branch_id',
      'visits.contact_id',
      'visits.master_id',
      'visits.service_ids',
      'visits.service_titles',
      'visits.starts_at',
      'visits.duration_minutes',
      'visits.status',
      'visits.total_minor',
      'visits.manage_url',
      'visits.is_first',
      'visits.time_version',
      'branches.title',
      'branches.address',
      'branches.phone',
      'branches.time_zone',
      'branches.currency',
      'masters.name as master_name',
    ])
    .select((eb) => isBranchActive(eb).as('is_branch_active'))
    .where('visits.tenant_id', '=', tenantId);
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof selectFacts>['execute']>>[number];

function toFacts(row: FactsRow): VisitFactsForFlow {
  return {
    id: VisitId.parse(row.id),
    branchId: BranchId.parse(row.branch_id),
    branchTitle: row.title,
    branchAddress: row.address,
    branchPhone: row.phone,
    timeZone: row.time_zone,
    currency: row.currency,
    isBranchActive: row.is_branch_active === true,
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    masterId: row.master_id === null ? null : MasterId.parse(row.master_id),
    masterName: row.master_name,
    serviceIds: row.service_ids.map((id) => ServiceId.parse(id)),
    serviceTitles: row.service_titles,
    startsAt: row.starts_at,
    durationMinutes: row.duration_minutes,
    status: VisitStatus.parse(row.status),
    totalMinor: row.total_minor,
    manageUrl: row.manage_url,
    isFirst: row.is_first,
    timeVersion: row.time_version,
  };
}
