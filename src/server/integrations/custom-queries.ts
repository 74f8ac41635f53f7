import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { ApiEventId } from '#contract/integrations/events.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { ApiEvents } from '#server/platform/database/schema.gen.ts';
import type { ApiEventFacts } from './rules.ts';

export type StoredEvent = Omit<ApiEventFacts, 'timeZone'> & { externalId: string | null };

/** @returns null when an event with the same external id exists */
export async function insertEvent(
  { tx, tenantId }: TenantScope,
  event: Omit<StoredEvent, 'id'>,
  recordedAt: Temporal.Instant,
): Promise<ApiEventId | null> {
  const row = await tx
    .insertInto('api_events')
    .values({
      tenant_id: tenantId,
      id: newId(ApiEventId),
      external_id: event.externalId,
      name: event.name,
      contact_id: event.contactId,
      properties: JSON.stringify(event.properties),
      occurred_at: event.occurredAt,
      recorded_at: recordedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'external_id']).where('external_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row ? ApiEventId.parse(row.id) : null;
}

export async function findEvent({ tx, tenantId }: TenantScope, externalId: string): Promise<StoredEvent | undefined> {
  const row = await tx
    .selectFrom('api_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row && toEvent(row);
}

export async function listEventsById(
  { tx, tenantId }: TenantScope,
  ids: readonly ApiEventId[],
): Promise<StoredEvent[]> {
  const rows = await tx
    .selectFrom('api_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toEvent);
}

/**
 * Lists event names, sorted. Each costs one index lookup, however many events have it.
 *
 * @param most longest list returned
 */
export async function listEventNames({ tx, tenantId }: TenantScope, most: number): Promise<string[]> {
  const found = await sql<{ name: string }>`
    with recursive names as (
      (select name, 1 as place from api_events where tenant_id = ${tenantId} order by name limit 1)
      union all
      select (select name from api_events where tenant_id = ${tenantId} and name > names.name order by name limit 1), place + 1
      from names where names.name is not null and place < ${most}::int
    ) select name from names where name is not null`.execute(tx);
  return found.rows.map(({ name }) => name);
}

/** Lists the properties of the latest events, by event name. */
export async function listEventProperties(
  { tx, tenantId }: TenantScope,
  limit: number,
): Promise<{ eventName: string; properties: string[] }[]> {
  const { rows } = await sql<{ name: string; properties: string[] }>`
    select e.name, coalesce(array_agg(distinct key order by key) filter (where key is not null), '{}') as properties
    from (select name, properties from api_events where tenant_id = ${tenantId} order by id desc limit ${limit}) e
    left join lateral jsonb_object_keys(e.properties) key on true
    group by e.name order by e.name`.execute(tx);
  return rows.map(({ name, properties }) => ({ eventName: name, properties }));
}

const Properties = z.record(z.string(), z.union([z.string(), z.number()]));

function toEvent(row: Selectable<ApiEvents>): StoredEvent {
  return {
    id: ApiEventId.parse(row.id),
    externalId: row.external_id,
    name: row.name,
    contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
    properties: Properties.parse(row.properties),
    occurredAt: row.occurred_at,
  };
}

/** Ids grow with time. */
export async function listLatestEvents({ tx, tenantId }: TenantScope, limit: number): Promise<ApiEventId[]> {
  const rows = await tx
    .selectFrom('api_events')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ApiEventId.parse(row.id));
}
