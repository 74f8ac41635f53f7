import { type RawBuilder, sql } from 'kysely';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import type { ItemRow } from './thread-item-rules.ts';

/** A thread, as far as its items are found by it. */
export type ThreadKey = { id: ConversationId; contactId: ContactId };

/** A place between items: the time and the id of one. */
export type ItemPlace = readonly [at: string, id: string];

export type ItemSpan = { beyond: ItemPlace | null; order: 'asc' | 'desc'; limit: number };

/**
 * Lists a thread's items beyond a place, with one too many when there are more: messages of the contact over all their
 * channels, those sent to them, those of people on the phone itself, tests sent to their number because it is the
 * owner's, notes and system lines. Planned messages are left out, answers under way are not.
 */
export async function listItems(
  { tx, tenantId }: TenantScope,
  { id, contactId }: ThreadKey,
  { beyond, order, limit }: ItemSpan,
): Promise<ItemRow[]> {
  const part = (select: RawBuilder<unknown>, { at, of }: { at: string; of: string }) => sql`
    (${select} and ${isBeyond([sql.raw(at), sql.raw(of)], beyond, order)}
     order by ${sql.raw(`${at} ${order}, ${of} ${order}`)} limit ${limit + 1})`;
  const isShown = sql`(m.status not in ('planned', 'cancelled', 'skipped')
    or m.status in ('planned', 'skipped') and m.priority = ${PRIORITY.answer} and not m.is_test)`;
  const inbound = sql`select i.id, 'in' as direction, i.received_at as at from inbound_messages i
    where i.tenant_id = ${tenantId} and i.conversation_id = ${id}`;
  const own = sql`select o.id, 'own', o.received_at from own_messages o
    where o.tenant_id = ${tenantId} and o.conversation_id = ${id}`;
  const entries = sql`select e.id, 'inner', e.at from thread_entries e
    where e.tenant_id = ${tenantId} and e.conversation_id = ${id}`;
  const sent = sql`select m.id, 'out', m.due_at from messages m
    where m.tenant_id = ${tenantId} and m.contact_id = ${contactId} and not m.is_test and ${isShown}`;
  const tests = sql`select m.id, 'out', m.due_at from messages m
    where m.tenant_id = ${tenantId} and m.test_phone <> '' and ${isShown}
      and m.test_phone = (select phone from contacts where tenant_id = ${tenantId} and id = ${contactId})`;
  const { rows } = await sql<ItemRow>`
    with place as materialized (
      select * from (
        ${part(inbound, { at: 'i.received_at', of: 'i.id' })}
        union all ${part(own, { at: 'o.received_at', of: 'o.id' })}
        union all ${part(entries, { at: 'e.at', of: 'e.id' })}
        union all ${part(sent, { at: 'm.due_at', of: 'm.id' })}
        union all ${part(tests, { at: 'm.due_at', of: 'm.id' })}
      ) item order by at ${sql.raw(order)}, id ${sql.raw(order)} limit ${limit + 1}
    )
    ${itemsIn(tenantId)}
    order by place.at ${sql.raw(order)}, place.id ${sql.raw(order)}`.execute(tx);
  return rows;
}

/** Reads one item. @returns undefined when the thread has no such item */
export async function findItem(
  { tx, tenantId }: TenantScope,
  { id, contactId }: ThreadKey,
  itemId: string,
): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    with place as materialized (
      select id, 'in' as direction, received_at as at from inbound_messages
      where tenant_id = ${tenantId} and id = ${itemId} and conversation_id = ${id}
      union all
      select id, 'own', received_at from own_messages
      where tenant_id = ${tenantId} and id = ${itemId} and conversation_id = ${id}
      union all
      select id, 'inner', at from thread_entries
      where tenant_id = ${tenantId} and id = ${itemId} and conversation_id = ${id}
      union all
      select id, 'out', due_at from messages
      where tenant_id = ${tenantId} and id = ${itemId} and contact_id = ${contactId}
    )
    ${itemsIn(tenantId)}`.execute(tx);
  return rows[0];
}

/** The template that `m` was sent by, or will be. */
const SENT_TEMPLATE = ['name', 'language']
  .map(
    (part) => `template.${part} = coalesce(m.content->'leftBy'->>'${part}',
      case when m.content->>'asTemplate' = 'true' then m.content->'templates'->0->>'${part}' end)`,
  )
  .join(' and ');

/** The columns of the items in `place`, each joined with the table it stands in. */
function itemsIn(tenantId: string): RawBuilder<unknown> {
  const join = (table: string, as: string, on: string) =>
    sql`left join ${sql.raw(table)} ${sql.raw(as)} on ${sql.raw(as)}.tenant_id = ${tenantId} and ${sql.raw(on)}`;
  return sql`
    select place.id, place.direction, place.at,
      coalesce(i.kind, o.kind, e.kind, 'text') as kind, coalesce(i.text, o.text, e.text, m.body, '') as text,
      coalesce(i.edited_at, o.edited_at) is not null as is_edited, coalesce(i.media, o.media) as media, coalesce(i.channel_id, o.channel_id, m.channel_id) as channel_id,
      e.event, e.request_id, e.member_id, e.member_name,
      m.status, m.reason, m.error_class, m.error_text, m.replied_at is not null as is_replied, coalesce(m.is_test, false) as is_test, m.occasion_key, m.subject_kind,
      m.content, m.sender_id, sender.kind as sender_kind, sender.title as sender_title,
      ev.kind as event_name, v.starts_at, channel.kind as channel_kind,
      f.state as file_state, f.trouble as file_trouble, f.file_id, f.width, f.height,
      f.transcript_state, f.transcript, f.transcript_trouble,
      stored.name as stored_name, stored.mime as stored_mime, stored.size_bytes,
      template.content->'buttons' as template_buttons
    from place
    ${join('inbound_messages', 'i', `i.id = place.id and place.direction = 'in'`)}
    ${join('own_messages', 'o', `o.id = place.id and place.direction = 'own'`)}
    ${join('thread_entries', 'e', `e.id = place.id and place.direction = 'inner'`)}
    ${join('messages', 'm', `m.id = place.id and place.direction = 'out'`)}
    ${join('senders', 'sender', 'sender.id = m.sender_id')}
    ${join('channels', 'channel', 'channel.id = coalesce(i.channel_id, o.channel_id, m.channel_id)')}
    ${join('events', 'ev', 'ev.id = m.event_id')}
    ${join('visits', 'v', 'v.id = m.visit_id')}
    ${join('thread_files', 'f', 'f.message_id = place.id')}
    ${join('files', 'stored', 'stored.id = f.file_id')}
    ${join('channel_templates', 'template', `template.channel_id = m.channel_id and ${SENT_TEMPLATE}`)}`;
}

/** When an item came into its thread; an answer at the moment it was written. */
export async function findItemTime(
  { tx, tenantId }: TenantScope,
  { id, contactId }: ThreadKey,
  itemId: string,
): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ at: Temporal.Instant }>`
    select received_at as at from inbound_messages
    where tenant_id = ${tenantId} and id = ${itemId} and conversation_id = ${id}
    union all
    select received_at from own_messages where tenant_id = ${tenantId} and id = ${itemId} and conversation_id = ${id}
    union all
    select at from thread_entries where tenant_id = ${tenantId} and id = ${itemId} and conversation_id = ${id}
    union all
    select planned_at from messages where tenant_id = ${tenantId} and id = ${itemId} and contact_id = ${contactId}`.execute(
    tx,
  );
  return rows[0]?.at ?? null;
}

/** Finds the first answer of another person after a moment: a member's, or one written on the phone itself. */
export async function findAnswerOfAnother(
  { tx, tenantId }: TenantScope,
  { id, contactId }: ThreadKey,
  { after, afterId, memberId }: { after: Temporal.Instant; afterId: string; memberId: MemberId },
): Promise<{ memberName: string; at: Temporal.Instant } | undefined> {
  const { rows } = await sql<{ name: string; at: Temporal.Instant }>`
    select * from (
      (select s.title as name, m.planned_at as at from messages m
       join senders s on s.tenant_id = ${tenantId} and s.id = m.sender_id and s.kind = 'member'
       where m.tenant_id = ${tenantId} and m.contact_id = ${contactId} and not m.is_test and s.id <> ${memberId}
         and m.due_at >= ${after} and (m.planned_at, m.id) > (${after}::timestamptz, ${afterId}::uuid)
       order by m.due_at limit 1)
      union all
      (select '', o.received_at from own_messages o
       where o.tenant_id = ${tenantId} and o.conversation_id = ${id} and o.received_at >= ${after}
         and (o.received_at, o.id) > (${after}::timestamptz, ${afterId}::uuid)
       order by o.received_at limit 1)
    ) answers order by at limit 1`.execute(tx);
  const [row] = rows;
  return row && { memberName: row.name, at: row.at };
}

/** Finds an answer by its sender and occasion. */
export async function findByOccasion(
  { tx, tenantId }: TenantScope,
  senderId: string,
  occasionKey: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('sender_id', '=', senderId)
    .where('occasion_key', '=', occasionKey)
    .executeTakeFirst();
  return row?.id;
}

/** Finds the answer with which a failed one was sent again, by any member. */
export async function findRetry(
  { tx, tenantId }: TenantScope,
  { id, contactId }: ThreadKey,
  itemId: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('occasion_key', '=', `${id}:${itemId}`)
    .executeTakeFirst();
  return row?.id;
}
