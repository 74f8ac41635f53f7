import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ListedCounts } from '#server/mailings/storage/stored-mailings.ts';

/** Zones of the recipients whose message is not planned; '' is the cabinet's. NOTE: a loose index scan. */
export async function listWaitingZones(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  { isTrial }: { isTrial: boolean },
): Promise<string[]> {
  const waiting = sql`tenant_id = ${tenantId} and mailing_id = ${mailingId} and is_trial = ${isTrial}
    and exclusion is null and planned_at is null`;
  const { rows } = await sql<{ time_zone: string }>`
    with recursive zones as (
      (select time_zone from mailing_recipients where ${waiting} order by time_zone limit 1)
      union all
      select (select r.time_zone from mailing_recipients r
        where ${waiting} and r.time_zone > zones.time_zone order by r.time_zone limit 1)
      from zones where zones.time_zone is not null
    )
    select time_zone from zones where time_zone is not null`.execute(tx);
  return rows.map((row) => row.time_zone);
}

/** A recipient whose turn has come, with the variant they get in an A/B test; null: they are not in it. */
export type NextRecipient = { contactId: ContactId; variant: number | null };

/**
 * The next recipients whose message is not planned.
 * @param zones null: of every zone
 * @param isTrial those in the A/B test, or the others
 */
export async function listNextRecipients(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  { zones, isTrial, limit }: { zones: readonly string[] | null; isTrial: boolean; limit: number },
): Promise<NextRecipient[]> {
  const { rows } = await sql<{ contact_id: string; variant: number | null }>`
    select contact_id, variant from mailing_recipients
    where tenant_id = ${tenantId} and mailing_id = ${mailingId} and is_trial = ${isTrial} and exclusion is null
      and planned_at is null
      and ${zones === null ? sql`true` : sql`time_zone = any(${[...zones]}::text[])`}
    order by time_zone, contact_id limit ${limit}`.execute(tx);
  return rows.map((row) => ({ contactId: ContactId.parse(row.contact_id), variant: row.variant }));
}

/** Counts recipients of the A/B test who still wait among the others, once its winner is known. */
export async function endTrial({ tx, tenantId }: TenantScope, mailingId: MailingId): Promise<void> {
  await sql`
    update mailing_recipients set is_trial = false, variant = null
    where tenant_id = ${tenantId} and mailing_id = ${mailingId} and is_trial and exclusion is null
      and planned_at is null`.execute(tx);
}

/** The variants of contacts in the A/B test of a mailing; others are left out. */
export async function listVariants(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  contactIds: readonly ContactId[],
): Promise<Map<ContactId, number>> {
  const { rows } = await sql<{ contact_id: string; variant: number }>`
    select contact_id, variant from mailing_recipients
    where tenant_id = ${tenantId} and mailing_id = ${mailingId} and contact_id = any(${[...contactIds]}::uuid[])
      and variant is not null`.execute(tx);
  return new Map(rows.map((row) => [ContactId.parse(row.contact_id), row.variant]));
}

export async function markPlanned(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  contactIds: readonly ContactId[],
  now: Temporal.Instant,
): Promise<void> {
  if (contactIds.length === 0) return;
  await sql`
    update mailing_recipients set planned_at = ${now}
    where tenant_id = ${tenantId} and mailing_id = ${mailingId} and contact_id = any(${[...contactIds]}::uuid[])`.execute(
    tx,
  );
}

/** Makes recipients wait for their turn again. @returns how many did not wait before */
export async function unmarkPlanned(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  contactIds: readonly ContactId[],
): Promise<number> {
  if (contactIds.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    with freed as (
      update mailing_recipients set planned_at = null
      where tenant_id = ${tenantId} and mailing_id = ${mailingId} and contact_id = any(${[...contactIds]}::uuid[])
        and planned_at is not null
      returning 1
    )
    select count(*) as count from freed`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Leaves recipients out after all. @returns how many by rule */
export async function excludeRecipients(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  excluded: readonly { contactId: ContactId; rule: string }[],
): Promise<ListedCounts> {
  if (excluded.length === 0) return {};
  const rows = JSON.stringify(excluded.map(({ contactId, rule }) => ({ contact_id: contactId, rule })));
  await sql`
    update mailing_recipients r set exclusion = w.rule
    from jsonb_to_recordset(${rows}::jsonb) as w (contact_id uuid, rule text)
    where r.tenant_id = ${tenantId} and r.mailing_id = ${mailingId} and r.contact_id = w.contact_id`.execute(tx);
  const counts: Record<string, number> = {};
  for (const { rule } of excluded) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}

/** A mailing's messages that wait in the ledger and are due before a moment, and those being sent; counted up to a limit. */
export async function countInLedger(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  { until, limit }: { until: Temporal.Instant; limit: number },
): Promise<{ soon: number; sending: number }> {
  const { rows } = await sql<{ soon: number; sending: number }>`
    select
      (select count(*) from (select from messages where tenant_id = ${tenantId} and sender_id = ${mailingId}
        and phase = 'waiting' and due_at <= ${until} limit ${limit}) soon) as soon,
      (select count(*) from (select from messages where tenant_id = ${tenantId} and sender_id = ${mailingId}
        and phase = 'doubtful' and status = 'sending' limit ${limit}) sending) as sending`.execute(tx);
  return rows[0] ?? { soon: 0, sending: 0 };
}

/** Contacts whose message was dropped because its channel was removed; it can be planned again. */
export async function listDropped({ tx, tenantId }: TenantScope, mailingId: MailingId): Promise<ContactId[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from messages
    where tenant_id = ${tenantId} and sender_id = ${mailingId} and phase = 'ended' and status = 'skipped'
      and reason = 'channel_removed' and contact_id is not null`.execute(tx);
  return rows.map((row) => ContactId.parse(row.contact_id));
}

/**
 * Messages of a mailing that would be the contact's second, e.g. after two contacts were merged: another has left, or waits and is
 * older.
 */
export async function listSecondMessages(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  contactIds: readonly ContactId[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${[...new Set(contactIds)]}::uuid[]) person (id)
    cross join lateral (
      select o.id, o.phase, row_number() over (order by (o.phase = 'waiting'), o.id) as place from messages o
      where o.tenant_id = ${tenantId} and o.contact_id = person.id and o.sender_id = ${mailingId}
        and o.phase in ('waiting', 'doubtful', 'left') and not o.is_test) m
    where m.phase = 'waiting' and m.place > 1`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
