import { type RawBuilder, sql } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';

type Place = {
  /** Column with the kind of the subject. */
  kind: string;
  /** Column with its id. */
  id: string;
  /** Column with the contact it is about. */
  contact: string;
};

/** The zone in which times about a subject are shown, as SQL: of the branch of a visit or order, else the contact's. */
export function zoneOfSubject(tenantId: TenantId, { kind, id, contact }: Place): RawBuilder<string> {
  const zoneOf = (table: string, one: string) => sql`(
    select b.time_zone from ${sql.table(table)} s join branches b on b.tenant_id = s.tenant_id and b.id = s.branch_id
    where s.tenant_id = ${tenantId} and s.id = ${sql.ref(id)} and ${sql.ref(kind)} = ${one})`;
  const ofContact = zoneOfContact(tenantId, sql.ref(contact));
  return sql<string>`coalesce(${zoneOf('visits', 'visit')}, ${zoneOf('orders', 'order')}, ${ofContact})`;
}

/** The zone in which times about a contact are shown. */
export async function getZoneOfContact({ tx, tenantId }: TenantScope, contactId: ContactId): Promise<string> {
  const { rows } = await sql<{ zone: string }>`${PLANNED_ONCE}
    select ${zoneOfContact(tenantId, sql`${contactId}::uuid`)} as zone`.execute(tx);
  return rows[0]?.zone ?? 'UTC';
}

/** The zone of the branch they visit or order from, the latest first; else their own, else the tenant's. */
function zoneOfContact(tenantId: TenantId, contact: RawBuilder<unknown>): RawBuilder<string> {
  const latest = (table: string, at: string) => sql`(
    select b.time_zone from ${sql.table(table)} s join branches b on b.tenant_id = s.tenant_id and b.id = s.branch_id
    where s.tenant_id = ${tenantId} and s.contact_id = ${contact} order by ${sql.ref(at)} desc limit 1)`;
  return sql<string>`coalesce(${latest('visits', 's.starts_at')}, ${latest('orders', 's.placed_at')},
    (select time_zone from contacts where tenant_id = ${tenantId} and id = ${contact}),
    (select time_zone from tenants where id = ${tenantId}))`;
}
