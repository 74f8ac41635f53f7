import { sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ServiceId, VisitId } from '#contract/visits/calls.ts';
import {
  type EntrySource,
  type EntryStatus,
  type listWaitEntries,
  WaitEntry,
  WaitEntryId,
  type WaitPreference,
} from '#contract/waitlist/calls.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';

export type NewEntry = {
  contactId: ContactId;
  preference: WaitPreference;
  comment: string;
  source: EntrySource;
  visitId: VisitId | null;
};

/** @returns null where the visit is on the list already */
export async function insertEntry(
  { tx, tenantId }: TenantScope,
  { contactId, preference, comment, source, visitId }: NewEntry,
  now: Temporal.Instant,
): Promise<WaitEntryId | null> {
  const row = await tx
    .insertInto('waitlist_entries')
    .values({
      tenant_id: tenantId,
      id: newId(WaitEntryId),
      contact_id: contactId,
      ...columnsOf(preference),
      comment,
      source,
      visit_id: visitId,
      status: 'waiting',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'visit_id'])
        .where(sql<boolean>`status = 'waiting' and visit_id is not null`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row ? WaitEntryId.parse(row.id) : null;
}

export async function updateEntry(
  { tx, tenantId }: TenantScope,
  id: WaitEntryId,
  { preference, comment }: Pick<NewEntry, 'preference' | 'comment'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('waitlist_entries')
    .set({ ...columnsOf(preference), comment, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const columnsOf = (preference: WaitPreference) => ({
  branch_id: preference.branchId,
  service_id: preference.serviceId,
  master_id: preference.masterId,
  weekdays: preference.weekdays,
  from_hour: preference.fromHour,
  until_hour: preference.untilHour,
  first_day: preference.firstDay,
  last_day: preference.lastDay,
});

/** @returns false where there is no such entry */
export async function setEntryStatus(
  { tx, tenantId }: TenantScope,
  id: WaitEntryId,
  { status, now }: { status: EntryStatus; now: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('waitlist_entries')
    .set({ status, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The visit that a contact on the list would give up; null: none. */
export async function findGivenUpVisit({ tx, tenantId }: TenantScope, id: WaitEntryId): Promise<string | null> {
  const row = await tx
    .selectFrom('waitlist_entries')
    .select('visit_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.visit_id ?? null;
}

/** Counts those who wait, up to a number. */
export async function countWaiting({ tx, tenantId }: TenantScope, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from waitlist_entries where tenant_id = ${tenantId} and status = 'waiting' limit ${most}) listed`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Whether the things that a preference names exist and belong together. */
/** Contacts of the waiting list, those who joined first. */
export async function listFirstWaiting({ tx, tenantId }: TenantScope, limit: number): Promise<ContactId[]> {
  const rows = await tx
    .selectFrom('waitlist_entries')
    .select('contact_id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return [...new Set(rows.map((row) => ContactId.parse(row.contact_id)))];
}

export async function isPreferenceKnown({ tx, tenantId }: TenantScope, preference: WaitPreference): Promise<boolean> {
  const { branchId, serviceId, masterId } = preference;
  const { rows } = await sql<{ is_known: boolean }>`
    select (${branchId}::uuid is null or exists (
        select from branches where tenant_id = ${tenantId} and id = ${branchId} and removed_at is null))
      and (${serviceId}::uuid is null or exists (select from services where tenant_id = ${tenantId} and id = ${serviceId}
        and coalesce(branch_id = ${branchId}, true)))
      and (${masterId}::uuid is null or exists (select from masters where tenant_id = ${tenantId} and id = ${masterId}
        and coalesce(branch_id = ${branchId}, true))) as is_known`.execute(tx);
  return rows[0]?.is_known ?? false;
}

export async function findEntry(scope: TenantScope, id: WaitEntryId, today: string): Promise<WaitEntry | undefined> {
  const row = await selectEntries(scope).where('e.id', '=', id).executeTakeFirst();
  return row && toEntry(row, today);
}

const EntryCursor = z.tuple([z.iso.datetime(), WaitEntryId]);

export async function pageOfEntries(
  scope: TenantScope,
  { status, contactId, cursor, limit }: QueryOf<typeof listWaitEntries>,
  today: string,
): Promise<ReplyOf<typeof listWaitEntries>> {
  const last = readCursor(cursor, EntryCursor);
  const isWaiting = status === 'waiting';
  const [column, order] = isWaiting ? (['e.created_at', 'asc'] as const) : (['e.updated_at', 'desc'] as const);
  const rows = await selectEntries(scope)
    .where('e.status', '=', status)
    .$if(contactId !== undefined, (query) => query.where('e.contact_id', '=', contactId ?? ''))
    .where(isBeyond([sql.ref(column), sql.ref('e.id')], last, order))
    .orderBy(column, order)
    .orderBy('e.id', order)
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => toEntry(row, today),
    (row) => [(isWaiting ? row.created_at : row.updated_at).toString(), row.id],
  );
}

function selectEntries({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('waitlist_entries as e')
    .innerJoin('contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'e.tenant_id').onRef('c.id', '=', 'e.contact_id'),
    )
    .leftJoin('branches as b', (join) =>
      join.onRef('b.tenant_id', '=', 'e.tenant_id').onRef('b.id', '=', 'e.branch_id'),
    )
    .leftJoin('services as s', (join) =>
      join.onRef('s.tenant_id', '=', 'e.tenant_id').onRef('s.id', '=', 'e.service_id'),
    )
    .leftJoin('masters as m', (join) => join.onRef('m.tenant_id', '=', 'e.tenant_id').onRef('m.id', '=', 'e.master_id'))
    .leftJoin('visits as v', (join) => join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.visit_id'))
    .leftJoin('branches as vb', (join) =>
      join.onRef('vb.tenant_id', '=', 'v.tenant_id').onRef('vb.id', '=', 'v.branch_id'),
    )
    .selectAll('e')
    .select([
      'c.name as contact_name',
      'c.phone as contact_phone',
      'b.title as branch_title',
      's.title as service_title',
      'm.name as master_name',
      'v.starts_at as visit_starts_at',
      'vb.time_zone as visit_time_zone',
    ])
    .select(
      sql<number>`(select count(*) from slot_offers o where o.tenant_id = e.tenant_id and o.entry_id = e.id
        and o.message_id is not null)`.as('offers'),
    )
    .where('e.tenant_id', '=', tenantId);
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

function toEntry(row: EntryRow, today: string): WaitEntry {
  return WaitEntry.parse({
    id: row.id,
    contactId: row.contact_id,
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    preference: {
      branchId: row.branch_id,
      serviceId: row.service_id,
      masterId: row.master_id,
      weekdays: row.weekdays,
      fromHour: row.from_hour,
      untilHour: row.until_hour,
      firstDay: row.first_day,
      lastDay: row.last_day,
    },
    branchTitle: row.branch_title,
    serviceTitle: row.service_title,
    masterName: row.master_name,
    comment: row.comment,
    source: row.source,
    status: row.status,
    isOver: row.last_day !== null && row.last_day < today,
    visitId: row.visit_id,
    visitStartsAt: row.visit_starts_at?.toString() ?? null,
    visitTimeZone: row.visit_time_zone,
    offers: row.offers,
    createdAt: row.created_at.toString(),
  });
}

/** Whether a contact is on the waiting list. */
export async function isContactWaiting({ tx, tenantId }: TenantScope, contactId: ContactId): Promise<boolean> {
  const row = await tx
    .selectFrom('waitlist_entries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('status', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The entry of a contact who would give up a visit for an earlier one. */
export async function findEntryOfVisit({ tx, tenantId }: TenantScope, visitId: VisitId): Promise<WaitEntryId | null> {
  const row = await tx
    .selectFrom('waitlist_entries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('visit_id', '=', visitId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return row ? WaitEntryId.parse(row.id) : null;
}

/** The entry by which a contact waits for a service of a branch, where they joined on the business's site. */
export async function findEntryFromSite(
  { tx, tenantId }: TenantScope,
  wanted: { contactId: ContactId; branchId: BranchId; serviceId: ServiceId | null },
): Promise<WaitEntryId | null> {
  const row = await tx
    .selectFrom('waitlist_entries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', wanted.contactId)
    .where('status', '=', 'waiting')
    .where('source', '=', 'site')
    .where('branch_id', '=', wanted.branchId)
    .where('service_id', 'is not distinct from', wanted.serviceId)
    .executeTakeFirst();
  return row ? WaitEntryId.parse(row.id) : null;
}
