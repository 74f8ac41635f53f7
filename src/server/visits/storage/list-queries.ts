import { sql } from 'kysely';
import { z } from 'zod';
import type { listVisitOptions, listVisits } from '#contract/visits/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { toListedVisit } from './listed-reads.ts';

type Page = z.input<(typeof listVisits)['reply']>;
type Options = z.input<(typeof listVisitOptions)['reply']>;

const ListCursor = z.tuple([z.iso.datetime(), VisitId]);

/** A record without contact and services is a master's break, which a booking system stores among its visits. */
const IS_NO_BREAK = sql<boolean>`(contact_id is not null or service_titles <> '{}')`;

/** Lists the visits of one period by their start, without breaks. */
export async function pageOfVisits(
  { tx, tenantId }: TenantScope,
  { from, to, branchId, contactId, status, cursor, limit }: QueryOf<typeof listVisits>,
): Promise<Page> {
  const last = readCursor(cursor, ListCursor);
  const rows = await tx
    .selectFrom('visits')
    .innerJoin('branches', (join) =>
      join.onRef('branches.tenant_id', '=', 'visits.tenant_id').onRef('branches.id', '=', 'visits.branch_id'),
    )
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.tenant_id', '=', 'visits.tenant_id').onRef('contacts.id', '=', 'visits.contact_id'),
    )
    .leftJoin('masters', (join) =>
      join.onRef('masters.tenant_id', '=', 'visits.tenant_id').onRef('masters.id', '=', 'visits.master_id'),
    )
    .selectAll('visits')
    .select([
      'branches.title',
      'branches.time_zone',
      'branches.currency',
      'contacts.name as contact_name',
      'contacts.phone as contact_phone',
      'masters.name as master_name',
    ])
    .where('visits.tenant_id', '=', tenantId)
    .where(IS_NO_BREAK)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`visits.starts_at >= ${from}::timestamptz`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`visits.starts_at < ${to}::timestamptz`))
    .$if(branchId !== undefined, (query) => query.where('visits.branch_id', '=', branchId ?? ''))
    .$if(contactId !== undefined, (query) => query.where('visits.contact_id', '=', contactId ?? ''))
    .$if(status !== undefined, (query) => query.where('visits.status', '=', status ?? ''))
    .where(isBeyond([sql.ref('visits.starts_at'), sql.ref('visits.id')], last, 'asc'))
    .orderBy('visits.starts_at')
    .orderBy('visits.id')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => toListedVisit({ ...row, branch_title: row.title }),
    (row) => [row.starts_at.toString(), row.id],
  );
}

/** Lists active branches with their masters and services. */
export async function listOptions({ tx, tenantId }: TenantScope): Promise<Options> {
  const branches = await tx
    .selectFrom('branches')
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .select(['branches.id', 'branches.title', 'branches.time_zone'])
    .where('branches.tenant_id', '=', tenantId)
    .where('branches.is_active', '=', true)
    .where('branches.removed_at', 'is', null)
    .where('connections.removed_at', 'is', null)
    .orderBy('branches.title')
    .execute();
  const isOfThem = sql<string>`any (${branches.map(({ id }) => id)}::uuid[])`;
  const masters = await tx
    .selectFrom('masters')
    .select(['id', 'name', 'branch_id'])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', isOfThem)
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const services = await tx
    .selectFrom('services')
    .select(['id', 'title', 'category_title', 'branch_id'])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', isOfThem)
    .where('is_active', '=', true)
    .orderBy('category_title')
    .orderBy('title')
    .orderBy('id')
    .execute();
  return {
    branches: branches.map(({ id, title, time_zone }) => ({ id, title, timeZone: time_zone })),
    masters: masters.map(({ id, name, branch_id }) => ({ id, name, branchId: branch_id })),
    services: services.map(({ id, title, category_title, branch_id }) => ({
      id,
      title,
      categoryTitle: category_title,
      branchId: branch_id,
    })),
  };
}
