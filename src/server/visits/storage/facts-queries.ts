import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { MasterId, ServiceId, VisitId, VisitStatus } from '#contract/visits/calls.ts';
import { isBeyond, readCursor, toCursor } from '#server/platform/values/cursor.ts';
import { oneOfKeys, PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import {
  type CatalogueWords,
  type ComingVisit,
  type PastVisit,
  type VisitFactsForFlow,
  VISITS_CONSIDERED,
} from './rules.ts';

export async function listFactsById(scope: TenantScope, ids: readonly VisitId[]): Promise<VisitFactsForFlow[]> {
  const { mark, condition } = oneOfKeys('visits.id', ids);
  const rows = await selectFacts(scope).modifyFront(mark).where(condition).execute();
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

/** Lists past visits of contacts, oldest first, cancelled ones included. */
export async function listPastVisits(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
): Promise<Map<ContactId, PastVisit[]>> {
  const { rows } = await sql<{
    contact_id: string;
    id: string;
    starts_at: Temporal.Instant;
    status: string;
    service_ids: string[];
    total_minor: number;
  }>`${PLANNED_ONCE}
    select v.contact_id, v.id, v.starts_at, v.status, v.service_ids, v.total_minor
    from unnest(${[...contactIds]}::uuid[]) asked (id) cross join lateral (
      select * from visits v where v.tenant_id = ${tenantId} and v.contact_id = asked.id
      order by v.starts_at desc limit ${VISITS_CONSIDERED}) v
    order by v.starts_at, v.id`.execute(tx);
  const visits = rows.map((row) => ({
    contactId: ContactId.parse(row.contact_id),
    id: VisitId.parse(row.id),
    startsAt: row.starts_at,
    status: VisitStatus.parse(row.status),
    serviceIds: row.service_ids.map((id) => ServiceId.parse(id)),
    totalMinor: row.total_minor,
  }));
  return Map.groupBy(visits, ({ contactId }) => contactId);
}

/** The next open visit of each contact; those without one are left out. */
export async function listComing(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
  now: Temporal.Instant,
): Promise<Map<ContactId, ComingVisit>> {
  const { rows } = await sql<{ contact_id: string; id: string; manage_url: string | null }>`
    select v.contact_id, v.id, v.manage_url
    from unnest(${[...contactIds]}::uuid[]) asked (id) cross join lateral (
      select contact_id, id, manage_url from visits v
      where v.tenant_id = ${tenantId} and v.contact_id = asked.id and v.starts_at > ${now}
        and v.status in ('waiting', 'confirmed', 'unknown')
      order by v.starts_at limit 1) v`.execute(tx);
  return new Map(
    rows.map((row) => [ContactId.parse(row.contact_id), { id: VisitId.parse(row.id), manageUrl: row.manage_url }]),
  );
}

export async function listServiceTitles(
  { tx, tenantId }: TenantScope,
  ids: readonly ServiceId[],
): Promise<Map<ServiceId, string>> {
  const rows = await tx
    .selectFrom('services')
    .select(['id', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [ServiceId.parse(row.id), row.title]));
}

export async function listCatalogueWords(
  { tx, tenantId }: TenantScope,
  { masterIds, serviceIds }: { masterIds: readonly MasterId[]; serviceIds: readonly ServiceId[] },
): Promise<CatalogueWords> {
  const { rows } = await sql<{ id: string; name: string; is_master: boolean }>`
    select id, name, true as is_master from masters where tenant_id = ${tenantId} and id = any (${[...masterIds]}::uuid[])
    union all
    select id, category_title, false from services
    where tenant_id = ${tenantId} and id = any (${[...serviceIds]}::uuid[]) and category_title is not null`.execute(tx);
  const ofMasters = rows.filter((row) => row.is_master);
  const ofServices = rows.filter((row) => !row.is_master);
  return {
    masterNames: new Map(ofMasters.map(({ id, name }) => [MasterId.parse(id), name])),
    serviceCategories: new Map(ofServices.map(({ id, name }) => [ServiceId.parse(id), name])),
  };
}

export type Ahead = {
  now: Temporal.Instant;
  /** Excluded. */
  until?: Temporal.Instant;
  branchIds?: readonly BranchId[];
  /** Includes visits of inactive branches: their planned messages have to be cancelled. */
  withInactive?: boolean;
  /** Cursor of the page before. */
  after?: string | undefined;
  limit: number;
};

const AheadCursor = z.tuple([z.iso.datetime(), VisitId]);

/** Lists visits of active branches that begin later than now and were not cancelled, by their start. */
export async function listFactsAhead(
  scope: TenantScope,
  { now, until, branchIds, withInactive = false, after, limit }: Ahead,
): Promise<{ visits: VisitFactsForFlow[]; after: string | null }> {
  const last = readCursor(after, AheadCursor);
  const rows = await selectFacts(scope)
    .where('visits.starts_at', '>', now)
    .where('visits.status', '<>', 'cancelled')
    .$if(!withInactive, (query) => query.where(isBranchActive))
    .$if(until !== undefined, (query) => query.where('visits.starts_at', '<', until ?? now))
    .$if(branchIds !== undefined, (query) =>
      query.where('visits.branch_id', '=', sql<string>`any (${[...(branchIds ?? [])]}::uuid[])`),
    )
    .where(isBeyond([sql.ref('visits.starts_at'), sql.ref('visits.id')], last, 'asc'))
    .orderBy('visits.starts_at')
    .orderBy('visits.id')
    .limit(limit + 1)
    .execute();
  const visits = rows.slice(0, limit).map(toFacts);
  const end = visits.at(-1);
  return { visits, after: rows.length > limit && end ? toCursor([end.startsAt.toString(), end.id]) : null };
}

export type Started = {
  from: Temporal.Instant;
  /** Included. */
  until: Temporal.Instant;
  statuses: readonly VisitStatus[];
  after: string | null;
  limit: number;
};

/** Lists ids of a contact's visits that began in a period, by their start. */
export async function listIdsStarted(
  { tx, tenantId }: TenantScope,
  { from, until, statuses, after, limit }: Started,
): Promise<{ ids: VisitId[]; after: string | null }> {
  const last = readCursor(after ?? undefined, AheadCursor);
  const rows = await tx
    .selectFrom('visits')
    .select(['id', 'starts_at'])
    .where('tenant_id', '=', tenantId)
    .where('starts_at', '>=', from)
    .where('starts_at', '<=', until)
    .where('status', 'in', [...statuses])
    .where('contact_id', 'is not', null)
    .where(isBeyond([sql.ref('starts_at'), sql.ref('id')], last, 'asc'))
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const end = page.at(-1);
  return {
    ids: page.map(({ id }) => VisitId.parse(id)),
    after: rows.length > limit && end ? toCursor([end.starts_at.toString(), end.id]) : null,
  };
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
      'visits.is_online',
      'branches.title',
      'branches.address',
      'branches.phone',
      'branches.time_zone',
      'branches.currency',
      'connections.kind as source',
      'masters.name as master_name',
    ])
    .select(
      sql<string[] | null>`(
        select array_agg(distinct s.category_title) from services s
        where s.tenant_id = visits.tenant_id and s.id = any (visits.service_ids) and s.category_title is not null)`.as(
        'service_categories',
      ),
    )
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
    isOnline: row.is_online,
    serviceCategories: row.service_categories ?? [],
    source: ConnectionKind.parse(row.source),
  };
}
