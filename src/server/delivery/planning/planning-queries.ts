import type { Subject } from '#server/subjects/rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { type DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, CHANGE_NAMES, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';
import { newId } from '#server/platform/values/ids.ts';

/** A message as it is written into the ledger. */
export type NewMessage = {
  senderId: SenderId;
  senderVersion: number | null;
  occasionKey: string;
  subject: Subject | null;
  visitId: VisitId | null;
  step: number;
  occurrence: number;
  eventId: string | null;
  contactId: ContactId | null;
  channelId: ChannelId;
  fallbackChannelIds: readonly ChannelId[];
  testPhone: string | null;
  isTest: boolean;
  isMarketing: boolean;
  priority: number;
  dueAt: Temporal.Instant;
  useBy: Temporal.Instant | null;
  /** The rule by which it waits until it is due; null: it is due at its own moment. */
  heldBy: DecisionRule | null;
  content: MessageContent;
};

/** `isWaiting`: it is planned now; otherwise it was sent before, or is being sent. */
export type PlannedRow = { id: MessageId; isWaiting: boolean };

/**
 * Writes messages by their occasion, all in one statement.
 *
 * A waiting message for a former time of the subject is moved to the present one; one that was cancelled or decided
 * against waits again when it is planned again; a sent one stays unchanged.
 *
 * @param former waiting messages for former times, as {@link listFormer} found them
 * @returns in the order given
 */
export async function upsertMessages(
  { tx, tenantId }: TenantScope,
  messages: readonly NewMessage[],
  { former, now }: { former: readonly FormerMessage[]; now: Temporal.Instant },
): Promise<PlannedRow[]> {
  const isMoving = former.length > 0;
  const moving = new Map(former.toReversed().map(({ n, id }) => [n, id]));
  const { rows } = await sql<{ id: string | null }>`${isMoving ? sql`` : PLANNED_ONCE}
    with wanted as (${wantedRows(messages, moving)}),
    ${isMoving ? movedRows(tenantId, now) : sql``}
    inserted as (
      insert into messages as m (tenant_id, id, sender_id, subject_kind, subject_id, visit_id, step, test_phone, ${CHANGING},
        status, reason, planned_at, updated_at)
      select ${tenantId}::uuid, w.id, w.sender_id, w.subject_kind, w.subject_id, w.visit_id, w.step, w.test_phone,
        ${CHANGING_OF_WANTED},
        'planned', w.held_by, ${now}::timestamptz, ${now}::timestamptz
      from wanted w ${isMoving ? sql`where not exists (select from moved where moved.n = w.n)` : sql``}
      on conflict (tenant_id, sender_id, occasion_key)
      do update set ${SET_TO_EXCLUDED}, ${FORMER}, status = 'planned',
        due_at = case when ${isStillHeld(now)} then m.due_at else excluded.due_at end,
        reason = case when ${isStillHeld(now)} then m.reason else excluded.reason end, address_id = null, recipient = null, attempts = 0, planned_at = ${now}, updated_at = ${now}
        where m.status in ('planned', 'cancelled', 'skipped') and not m.was_sent
      returning m.occasion_key, ${CHANGE}
    ),
    changed as (
      ${isMoving ? sql`select ${CHANGE_NAMES} from moved union all` : sql``} select ${CHANGE_NAMES} from inserted
    ),
    ${countingChanges(tenantId, { mayCancel: false })}
    select ${isMoving ? sql`coalesce(moved.id, inserted.id)` : sql`inserted.id`} as id
    from wanted w
    ${isMoving ? sql`left join moved on moved.n = w.n` : sql``}
    left join inserted on inserted.sender_id = w.sender_id and inserted.occasion_key = w.occasion_key
    order by w.n`.execute(tx);
  const unchanged = messages.filter((_, n) => rows[n]?.id === null);
  const sent = unchanged.length > 0 ? await listIdsByOccasion({ tx, tenantId }, unchanged) : new Map<string, string>();
  return messages.map(({ senderId, occasionKey }, n) => {
    const id = rows[n]?.id ?? null;
    return { id: MessageId.parse(id ?? sent.get(`${senderId} ${occasionKey}`)), isWaiting: id !== null };
  });
}

/** Part of the statement that plans messages: moves those for a former time, unless the present one has its own. */
const movedRows = (tenantId: TenantId, now: Temporal.Instant) => sql`
    moved as (
      update messages m set ${SET_TO_WANTED}, ${FORMER}, status = 'planned', reason = null,
        address_id = null, recipient = null, attempts = 0, planned_at = ${now}, updated_at = ${now}
      from wanted w
      where m.tenant_id = ${tenantId} and m.id = w.former_id and m.status = 'planned' and not m.was_sent
        and not exists (
          select from messages o
          where o.tenant_id = ${tenantId} and o.sender_id = w.sender_id and o.occasion_key = w.occasion_key)
      returning w.n, ${CHANGE}
    ),`;

/** Ids of the messages that occasions have. @returns by `sender occasion` */
async function listIdsByOccasion(
  { tx, tenantId }: TenantScope,
  messages: readonly NewMessage[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; occasion: string }>`
    select m.id, m.sender_id || ' ' || m.occasion_key as occasion
    from unnest(${messages.map(({ senderId }) => senderId)}::uuid[], ${messages.map(({ occasionKey }) => occasionKey)}::text[])
      as w (sender_id, occasion_key)
    join messages m on m.tenant_id = ${tenantId} and m.sender_id = w.sender_id and m.occasion_key = w.occasion_key`.execute(
    tx,
  );
  return new Map(rows.map(({ id, occasion }) => [occasion, id]));
}

/** A waiting message for a former time of its subject, of the same step as a message that is written. */
export type FormerMessage = {
  id: MessageId;
  /** The place of the message that is written. */
  n: number;
};

/** Lists waiting messages for former times of what messages are about; for each message the latest time first. */
export async function listFormer(
  { tx, tenantId }: TenantScope,
  messages: readonly NewMessage[],
): Promise<FormerMessage[]> {
  const repeated = messages.flatMap((message, n) => (message.occurrence > 1 ? [{ n, ...message }] : []));
  if (repeated.length === 0) return [];
  const { rows } = await sql<{ id: string; n: number }>`
    select m.id, w.n
    from unnest(
      ${repeated.map(({ n }) => n)}::int[], ${repeated.map(({ senderId }) => senderId)}::uuid[],
      ${repeated.map(({ subject }) => subject?.id ?? null)}::uuid[], ${repeated.map(({ step }) => step)}::int[],
      ${repeated.map(({ testPhone }) => testPhone ?? '')}::text[], ${repeated.map(({ occurrence }) => occurrence)}::int[]
    ) as w (n, sender_id, subject_id, step, test_phone, occurrence)
    join messages m on m.tenant_id = ${tenantId} and m.status = 'planned' and not m.was_sent and ${sameStep('m', 'w')}
      and m.occurrence < w.occurrence
    order by w.n, m.occurrence desc`.execute(tx);
  return rows.map(({ id, n }) => ({ id: MessageId.parse(id), n }));
}

export async function updateCancelledVersion(
  { tx, tenantId }: TenantScope,
  senderId: SenderId,
  { version, reasons, dueAfter }: { version: number; reasons: readonly DecisionRule[]; dueAfter: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ sender_version: version })
    .where('tenant_id', '=', tenantId)
    .where('sender_id', '=', senderId)
    .where('phase', '=', 'ended')
    .where('due_at', '>', dueAfter)
    .where('status', '=', 'cancelled')
    .where('reason', 'in', [...reasons])
    .where('sender_version', '<>', version)
    .execute();
}

/**
 * Inserts messages by their occasion, each once: an existing one stays unchanged.
 *
 * NOTE: the update changes no value of the message. It returns the row also when another transaction has just
 * inserted it.
 */
export async function insertOnce(
  { tx, tenantId }: TenantScope,
  messages: readonly NewMessage[],
  now: Temporal.Instant,
): Promise<PlannedRow[]> {
  const { rows } = await sql<{ id: string; is_waiting: boolean }>`
    with wanted as (${wantedRows(messages)}),
    inserted as (
      insert into messages as m (tenant_id, id, sender_id, subject_kind, subject_id, visit_id, step, test_phone,
        ${CHANGING}, status, reason, planned_at, updated_at)
      select ${tenantId}::uuid, w.id, w.sender_id, w.subject_kind, w.subject_id, w.visit_id, w.step, w.test_phone,
        ${CHANGING_OF_WANTED}, 'planned', w.held_by, ${now}::timestamptz, ${now}::timestamptz
      from wanted w
      on conflict (tenant_id, sender_id, occasion_key) do update set ${FORMER}
      returning m.occasion_key, ${CHANGE}
    ),
    changed as (select * from inserted),
    ${countingChanges(tenantId)}
    select inserted.id, inserted.status = 'planned' as is_waiting
    from wanted w join inserted on inserted.sender_id = w.sender_id and inserted.occasion_key = w.occasion_key
    order by w.n`.execute(tx);
  return rows.map((row) => ({ id: MessageId.parse(row.id), isWaiting: row.is_waiting }));
}

/**
 * A due message that waits, e.g. for a top-up, keeps its time and reason of waiting when it is planned again; so does
 * one that is delayed until the same moment as before.
 */
const isStillHeld = (now: Temporal.Instant) =>
  sql`m.status = 'planned' and m.channel_id = excluded.channel_id
    and (m.due_at = excluded.due_at or m.due_at <= ${now} and excluded.due_at <= ${now})`;

/** Columns changed by replanning, with their values in `wanted`. */
const VALUES: Readonly<Record<string, string>> = {
  occasion_key: 'w.occasion_key',
  occurrence: 'w.occurrence',
  sender_version: 'w.sender_version',
  event_id: 'w.event_id',
  contact_id: 'w.contact_id',
  channel_id: 'w.channel_id',
  fallback_channel_ids: 'array(select jsonb_array_elements_text(w.fallback_channel_ids)::uuid)',
  is_test: 'w.is_test',
  is_marketing: 'w.is_marketing',
  priority: 'w.priority',
  due_at: 'w.due_at',
  use_by: 'w.use_by',
  body: `w.content ->> 'text'`,
  content: 'w.content',
};
const CHANGING = sql.raw(Object.keys(VALUES).join(', '));
const CHANGING_OF_WANTED = sql.raw(Object.values(VALUES).join(', '));

// NOTE: each column is assigned by itself. Citus passes `set (a, b) = (select …)` on with the values in another order.
const SET_TO_WANTED = sql.raw(
  Object.entries(VALUES)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', '),
);
const SET_TO_EXCLUDED = sql.raw(
  Object.keys(VALUES)
    .filter((name) => name !== 'due_at')
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
);

/** The same step of one sender for one subject, with any occurrence. */
const sameStep = (one: string, other: string) =>
  sql.raw(
    ['sender_id', 'subject_id', 'step', 'test_phone'].map((name) => `${one}.${name} = ${other}.${name}`).join(' and '),
  );

function wantedRows(messages: readonly NewMessage[], former?: ReadonlyMap<number, MessageId>) {
  const rows = messages.map((message, n) => ({
    n,
    id: newId(MessageId),
    former_id: former?.get(n) ?? null,
    sender_id: message.senderId,
    occasion_key: message.occasionKey,
    sender_version: message.senderVersion,
    subject_kind: message.subject?.kind ?? null,
    subject_id: message.subject?.id ?? null,
    visit_id: message.visitId,
    step: message.step,
    occurrence: message.occurrence,
    event_id: message.eventId,
    contact_id: message.contactId,
    channel_id: message.channelId,
    fallback_channel_ids: message.fallbackChannelIds,
    test_phone: message.testPhone ?? '',
    is_test: message.isTest,
    is_marketing: message.isMarketing,
    priority: message.priority,
    due_at: message.dueAt.toString(),
    use_by: message.useBy?.toString() ?? null,
    held_by: message.heldBy,
    content: message.content,
  }));
  return sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
    n int, id uuid, former_id uuid, sender_id uuid, occasion_key text, sender_version int, subject_kind text, subject_id uuid, visit_id uuid,
    step int, occurrence int, event_id uuid, contact_id uuid, channel_id uuid, fallback_channel_ids jsonb, test_phone text, is_test boolean,
    is_marketing boolean, priority smallint, due_at timestamptz, use_by timestamptz, held_by text, content jsonb)`;
}
