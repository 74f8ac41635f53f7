import { sql } from 'kysely';
import { z } from 'zod';
import { ChannelId } from '#contract/channels.ts';
import { MessageId, MessageStatus } from '#contract/delivery.ts';
import { FileId, FlowId, type SubjectKind } from '#contract/flows.ts';
import { AddressState } from '#server/contacts/rules.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { visitMoved } from '#server/visits/jobs.ts';
import type { Subject } from '#server/delivery/rules.ts';
import { STOPS } from './reconciling.ts';
import type { FlowEvent, TestRecipient } from '#server/flows/deciding/decision.ts';

/** Plans of the same subject are made one after another, so that the later one has the last word. */
export async function lockPlanning({ tx, tenantId }: TenantScope, subjectIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('flows:plan:' || ${tenantId} || subject, 0))
    from (select distinct subject from unnest(${[...subjectIds]}::text[]) subject order by subject) sorted`.execute(tx);
}

/** What leaves by one flow on a day is counted by one at a time, whatever the channel. */
export async function lockDailyCount({ tx, tenantId }: TenantScope, flowId: FlowId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flows:daily:${tenantId}:${flowId}`}, 0))`.execute(tx);
}

/** A message of a flow about a subject, as the ledger has it. */
export type KnownMessage = {
  id: MessageId;
  flowId: FlowId;
  flowVersion: number;
  subjectId: string;
  occurrence: number;
  testPhone: string | null;
  isTest: boolean;
  status: MessageStatus;
  reason: string | null;
  eventId: string | null;
  channelId: ChannelId;
  dueAt: Temporal.Instant;
  useBy: Temporal.Instant | null;
};

/** What the ledger holds of flows for some subjects. Read, never written: the ledger is delivery's. */
export async function listKnownMessages(
  { tx, tenantId }: TenantScope,
  subjectIds: readonly string[],
): Promise<KnownMessage[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['id', 'flow_id', 'flow_version', 'subject_id', 'occurrence', 'test_phone', 'is_test'])
    .select(['status', 'reason', 'event_id', 'channel_id', 'due_at', 'use_by'])
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', sql<string>`any (${[...subjectIds]}::uuid[])`)
    .where('origin', '=', 'flow')
    .execute();
  return rows.map((row) => ({
    id: MessageId.parse(row.id),
    flowId: FlowId.parse(row.flow_id),
    flowVersion: row.flow_version ?? 1,
    subjectId: row.subject_id ?? '',
    occurrence: row.occurrence,
    testPhone: row.test_phone || null,
    isTest: row.is_test,
    status: MessageStatus.parse(row.status),
    reason: row.reason,
    eventId: row.event_id,
    channelId: ChannelId.parse(row.channel_id),
    dueAt: row.due_at,
    useBy: row.use_by,
  }));
}

/** Subjects a flow has messages for that wait, or would if the flow had not been stopped; by id. */
export async function listSubjectsWaiting(
  { tx, tenantId }: TenantScope,
  flowId: FlowId,
  page: { after: string | null; limit: number; stoppedSince: Temporal.Instant },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('messages')
    .select('subject_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('flow_id', '=', flowId)
    .where('origin', '=', 'flow')
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', 'planned'),
        and([eb('status', '=', 'cancelled'), eb('reason', 'in', STOPS), eb('due_at', '>', page.stoppedSince)]),
      ]),
    )
    .$if(page.after !== null, (query) => query.where('subject_id', '>', page.after))
    .orderBy('subject_id')
    .limit(page.limit)
    .execute();
  return rows.flatMap((row) => row.subject_id ?? []);
}

/** What the facts of events tell decisions; each kind has some of it. */
const EventFacts = z
  .object({
    /** Of a move both are moments, of a change of status both are statuses. */
    from: z.string().nullable(),
    to: z.string(),
    version: z.int(),
    statusVersion: z.int(),
    alsoChanged: z.array(z.string()),
    changed: z.array(z.string()),
  })
  .partial();

/** What happened, as decisions look at it. */
export type KnownEvent = FlowEvent & { subject: Subject | null; contactId: string | null; facts: unknown };

export async function listEvents({ tx, tenantId }: TenantScope, ids: readonly string[]): Promise<KnownEvent[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'kind', 'visit_id', 'subject_id', 'contact_id', 'facts', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    ...toFlowEvent({ id: row.id, name: row.kind, occurredAt: row.occurred_at, facts: row.facts }),
    subject: subjectOf(row),
    contactId: row.contact_id,
    facts: row.facts,
  }));
}

/** An event in the words of decisions, whatever facts its kind has. */
export function toFlowEvent(event: {
  id: string;
  name: string;
  occurredAt: Temporal.Instant;
  facts: unknown;
}): FlowEvent {
  const { facts, ...what } = event;
  const { from, to, version, statusVersion, alsoChanged, changed } = EventFacts.safeParse(facts).data ?? {};
  const isMove = event.name === visitMoved.name;
  return {
    ...what,
    from: isMove && from ? Temporal.Instant.from(from) : null,
    to: isMove && to ? Temporal.Instant.from(to) : null,
    statusTo: isMove ? null : (to ?? null),
    changes: [...(isMove ? ['time'] : []), ...(alsoChanged ?? changed ?? [])],
    version: (version || statusVersion) ?? null,
  };
}

const SUBJECT_OF_EVENTS: Readonly<Record<string, SubjectKind>> = { order: 'order', cart: 'cart', api: 'api_event' };

/** The first word of an event's name says what it happened to. */
export function subjectOf(row: { kind: string; visit_id: string | null; subject_id: string | null }): Subject | null {
  if (row.visit_id !== null) return { kind: 'visit', id: row.visit_id };
  const kind = SUBJECT_OF_EVENTS[row.kind.split('.')[0] ?? ''];
  return kind && row.subject_id !== null ? { kind, id: row.subject_id } : null;
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
