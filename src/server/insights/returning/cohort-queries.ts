import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import type { CohortPerson, listCohortPeople } from '#contract/insights/cohorts.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';

/** Parts of the first purchase; absent: any. */
export type CohortFilter = Pick<QueryOf<typeof listCohortPeople>, 'branchId' | 'masterId' | 'serviceId' | 'source'>;
export type CohortCellQuery = Pick<QueryOf<typeof listCohortPeople>, 'month' | 'offset' | 'group'> & CohortFilter;

export type CohortRow = { month: string; offset: number; people: number; visits: number; spentMinor: number };

/** Sums months of contacts by cohort; offset 0 is the month of the first purchase. */
export async function listCohortRows(
  { tx, tenantId }: TenantScope,
  { since, currency, filter }: { since: Temporal.PlainDate; currency: string; filter: CohortFilter },
): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    select to_char(m.cohort, 'YYYY-MM') as month,
      (extract(year from age(m.month, m.cohort)) * 12 + extract(month from age(m.month, m.cohort)))::int as offset,
      count(*)::int as people, sum(m.visits)::int as visits,
      coalesce(sum(m.spent_minor) filter (where m.currency = ${currency}), 0)::int8 as "spentMinor"
    from contact_months m
    ${hasFilter(filter) ? sql`join contact_facts f on f.tenant_id = ${tenantId} and f.contact_id = m.contact_id` : sql``}
    where m.tenant_id = ${tenantId} and m.cohort >= ${since.toString()}::date ${filterOf(filter)}
    group by m.cohort, m.month order by m.cohort, m.month`.execute(tx);
  return rows;
}

const hasFilter = (filter: CohortFilter): boolean => Object.values(filter).some((value) => value !== undefined);

function filterOf({ branchId, masterId, serviceId, source }: CohortFilter): RawBuilder<unknown> {
  return sql`
    ${branchId === undefined ? sql`` : sql`and f.first_branch_id = ${branchId}`}
    ${masterId === undefined ? sql`` : sql`and f.first_master_id = ${masterId}`}
    ${serviceId === undefined ? sql`` : sql`and f.first_service_id = ${serviceId}`}
    ${source === undefined ? sql`` : sql`and f.first_is_online = ${source === 'online'}`}`;
}

/** Filters the people of the cohort who came in the month of the cell, or the others. */
function peopleOf(
  tenantId: string,
  { month, offset, group, branchId, masterId, serviceId, source }: CohortCellQuery,
): RawBuilder<unknown> {
  const cohort = sql`${`${month}-01`}::date`;
  const cell = sql`exists (
    select from contact_months m where m.tenant_id = ${tenantId} and m.contact_id = f.contact_id
      and m.month = (${cohort} + make_interval(months => ${offset}))::date)`;
  return sql`f.tenant_id = ${tenantId} and f.first_day >= ${cohort} and f.first_day < (${cohort} + interval '1 month')
    and ${group === 'came' ? cell : sql`not ${cell}`} ${filterOf({ branchId, masterId, serviceId, source })}`;
}

const Cursor = z.tuple([z.iso.date(), ContactId]);

type PersonRow = {
  contact_id: string;
  name: string;
  phone: string | null;
  visits: number;
  spent_minor: number;
  currency: string;
  last_day: string;
};

/** Lists the people of a cell, those who were here last first. */
export async function pageOfCohort(
  { tx, tenantId }: TenantScope,
  { cursor, limit, ...cell }: QueryOf<typeof listCohortPeople>,
): Promise<{ items: CohortPerson[]; nextCursor: string | null }> {
  const after = readCursor(cursor, Cursor);
  const { rows } = await sql<PersonRow>`
    select f.contact_id, c.name, c.phone, f.visits, f.spent_minor, f.currency, f.last_day::text as last_day
    from contact_facts f join contacts c on c.tenant_id = ${tenantId} and c.id = f.contact_id
    where ${peopleOf(tenantId, cell)}
      ${after ? sql`and (f.last_day, f.contact_id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by f.last_day desc, f.contact_id desc limit ${limit + 1}`.execute(tx);
  return toPage(rows, limit, toPerson, (row) => [row.last_day, row.contact_id]);
}

export async function listCohortIds({ tx, tenantId }: TenantScope, cell: CohortCellQuery): Promise<ContactId[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select f.contact_id from contact_facts f where ${peopleOf(tenantId, cell)}`.execute(tx);
  return rows.map((row) => ContactId.parse(row.contact_id));
}

export function toPerson(row: PersonRow): CohortPerson {
  return {
    contactId: ContactId.parse(row.contact_id),
    contactName: row.name,
    phone: row.phone,
    visits: row.visits,
    spent: { amountMinor: row.spent_minor, currency: row.currency },
    lastDay: row.last_day,
  };
}

const MAX_CHOICES = 500;

/** Masters and services with which clients began, for a choice. */
export async function listFirstChoices({ tx, tenantId }: TenantScope): Promise<{
  masters: { id: MasterId; name: string }[];
  services: { id: ServiceId; title: string }[];
}> {
  const masters = await sql<{ id: string; name: string }>`
    select m.id, m.name from masters m
    where m.tenant_id = ${tenantId} and exists (
      select from contact_facts f where f.tenant_id = ${tenantId} and f.first_master_id = m.id)
    order by m.name, m.id limit ${MAX_CHOICES}`.execute(tx);
  const services = await sql<{ id: string; title: string }>`
    select s.id, s.title from services s
    where s.tenant_id = ${tenantId} and exists (
      select from contact_facts f where f.tenant_id = ${tenantId} and f.first_service_id = s.id)
    order by s.title, s.id limit ${MAX_CHOICES}`.execute(tx);
  return {
    masters: masters.rows.map(({ id, name }) => ({ id: MasterId.parse(id), name })),
    services: services.rows.map(({ id, title }) => ({ id: ServiceId.parse(id), title })),
  };
}
