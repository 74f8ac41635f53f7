import { sql } from 'kysely';
import { z } from 'zod';
import { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import { MessageId, MessageStatus } from '#contract/delivery.ts';
import { FileId, FlowId } from '#contract/flows.ts';
import { VisitId } from '#contract/visits.ts';
import { AddressState } from '#server/contacts/rules.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { TestRecipient, VisitEvent } from './decision.ts';

/** Plans of the same visit are made one after another, so that the later one has the last word. */
export async function lockPlanning({ tx, tenantId }: TenantScope, visitIds: readonly VisitId[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('flows:plan:' || ${tenantId} || visit, 0))
    from (select distinct visit from unnest(${[...visitIds]}::text[]) visit order by visit) sorted`.execute(tx);
}

/** A message of a flow about a visit, as the ledger has it. */
export type KnownMessage = {
  id: MessageId;
  flowId: FlowId;
  visitId: VisitId;
  occurrence: number;
  testPhone: string | null;
  status: MessageStatus;
  reason: string | null;
  eventId: string | null;
  dueAt: Temporal.Instant;
};

/** What the ledger holds of flows for some visits. Read, never written: the ledger is delivery's. */
export async function listKnownMessages(
  { tx, tenantId }: TenantScope,
  visitIds: readonly VisitId[],
): Promise<KnownMessage[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['id', 'flow_id', 'visit_id', 'occurrence', 'test_phone', 'status', 'reason', 'event_id', 'due_at'])
    .where('tenant_id', '=', tenantId)
    .where('visit_id', '=', sql<string>`any (${[...visitIds]}::uuid[])`)
    .where('origin', '=', 'flow')
    .execute();
  return rows.map((row) => ({
    id: MessageId.parse(row.id),
    flowId: FlowId.parse(row.flow_id),
    visitId: VisitId.parse(row.visit_id),
    occurrence: row.occurrence,
    testPhone: row.test_phone || null,
    status: MessageStatus.parse(row.status),
    reason: row.reason,
    eventId: row.event_id,
    dueAt: row.due_at,
  }));
}

/** Visits a flow has messages for that wait, or would if the flow had not been stopped; by id. */
export async function listVisitsWaiting(
  { tx, tenantId }: TenantScope,
  flowId: FlowId,
  page: { after: string | null; limit: number; stoppedSince: Temporal.Instant },
): Promise<VisitId[]> {
  const rows = await tx
    .selectFrom('messages')
    .select('visit_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('flow_id', '=', flowId)
    .where('origin', '=', 'flow')
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', 'planned'),
        and([
          eb('status', '=', 'cancelled'),
          eb('reason', 'in', ['flow_paused', 'flow_deleted', 'flow_stopped']),
          eb('due_at', '>', page.stoppedSince),
        ]),
      ]),
    )
    .$if(page.after !== null, (query) => query.where('visit_id', '>', page.after))
    .orderBy('visit_id')
    .limit(page.limit)
    .execute();
  return rows.flatMap((row) => (row.visit_id === null ? [] : [VisitId.parse(row.visit_id)]));
}

/** Visits of a customer that lie ahead, cancelled ones left out. */
export async function listVisitIdsOfContact(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  now: Temporal.Instant,
): Promise<VisitId[]> {
  const rows = await tx
    .selectFrom('visits')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('starts_at', '>', now)
    .where('status', '<>', 'cancelled')
    .orderBy('starts_at')
    .limit(100)
    .execute();
  return rows.map((row) => VisitId.parse(row.id));
}

const Move = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });

/** What happened, as decisions look at it. */
export type KnownEvent = VisitEvent & { visitId: string | null; contactId: string | null; facts: unknown };

export async function listEvents({ tx, tenantId }: TenantScope, ids: readonly string[]): Promise<KnownEvent[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'kind', 'visit_id', 'contact_id', 'facts', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => {
    const move = Move.safeParse(row.facts);
    return {
      id: row.id,
      name: row.kind,
      occurredAt: row.occurred_at,
      from: move.success ? Temporal.Instant.from(move.data.from) : null,
      to: move.success ? Temporal.Instant.from(move.data.to) : null,
      visitId: row.visit_id,
      contactId: row.contact_id,
      facts: row.facts,
    };
  });
}

/** Where channels know the owner's own numbers, as addresses of whoever has them. */
export async function listTestRecipients(
  { tx, tenantId }: TenantScope,
  phones: readonly string[],
): Promise<Map<string, TestRecipient>> {
  const recipients = new Map(phones.map((phone) => [phone, { phone, addresses: [] as TestRecipient['addresses'] }]));
  if (phones.length === 0) return recipients;
  const rows = await tx
    .selectFrom('contact_addresses as a')
    .innerJoin('contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.contact_id'),
    )
    .select(['a.channel_id', 'a.state', 'a.window_until'])
    .select(sql<string>`coalesce(a.phone, c.phone)`.as('phone'))
    .where('a.tenant_id', '=', tenantId)
    .where(sql<boolean>`coalesce(a.phone, c.phone) = any (${[...phones]}::text[])`)
    .execute();
  for (const row of rows) {
    const recipient = recipients.get(row.phone);
    const address = {
      channelId: ChannelId.parse(row.channel_id),
      state: AddressState.parse(row.state),
      windowUntil: row.window_until,
    };
    recipients.set(row.phone, { phone: row.phone, addresses: [...(recipient?.addresses ?? []), address] });
  }
  return recipients;
}

export type StoredFile = { id: FileId; name: string; mime: string; storageKey: string };

export async function listFiles({ tx, tenantId }: TenantScope, ids: readonly FileId[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'storage_key'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    id: FileId.parse(row.id),
    name: row.name,
    mime: row.mime,
    storageKey: row.storage_key,
  }));
}

export async function insertFile(
  { tx, tenantId }: TenantScope,
  file: StoredFile & { sizeBytes: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('files')
    .values({
      tenant_id: tenantId,
      id: file.id,
      name: file.name,
      mime: file.mime,
      size_bytes: file.sizeBytes,
      storage_key: file.storageKey,
      created_at: now,
    })
    .execute();
}
