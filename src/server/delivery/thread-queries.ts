import { sql } from 'kysely';
import type { z } from 'zod';
import type { ThreadItem } from '#contract/conversations.ts';
import { SenderKind } from '#contract/senders.ts';
import type { getThreadOwner } from '#server/conversations/actions.ts';
import { isBeyond } from '#server/platform/cursor.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { PRIORITY } from './rules.ts';

export type Thread = Awaited<ReturnType<typeof getThreadOwner>>;
type Item = z.output<typeof ThreadItem>;

/**
 * Lists a thread's messages, newest first, with one too many when there are more: the contact's messages, those sent
 * to them, and tests sent to their number because it is the owner's. Planned messages are left out.
 */
export async function listThread(
  { tx, tenantId }: TenantScope,
  { id, contactId, channelId }: Thread,
  { after, limit }: { after: [string, string] | null; limit: number },
): Promise<Item[]> {
  const before = (at: string, of: string) => isBeyond([sql.raw(at), sql.raw(of)], after, 'desc');
  const isShown = sql`(m.status not in ('planned', 'cancelled', 'skipped') or m.status = 'planned' and m.priority = ${PRIORITY.answer} and not m.is_test)`;
  const { rows } = await sql<ItemColumns>`
    select item.*, sender.kind as sender_kind, sender.title as sender_title from (
      (select i.id, 'in' as direction, i.received_at as at, ${INBOUND_KIND} as kind, coalesce(i.text, '') as text,
         i.media ->> 'name' as file_name, '[]'::jsonb as buttons, null as status, false as is_test, null::uuid as sender_id
       from inbound_messages i
       where i.tenant_id = ${tenantId} and i.conversation_id = ${id} and ${before('i.received_at', 'i.id')}
       order by i.received_at desc, i.id desc limit ${limit + 1})
      union all
      (select m.id, 'out', m.due_at, 'text', m.body, null, ${BUTTONS}, m.status, m.is_test, m.sender_id from messages m
       where m.tenant_id = ${tenantId} and m.contact_id = ${contactId} and m.channel_id = ${channelId} and not m.is_test
         and ${isShown} and ${before('m.due_at', 'm.id')}
       order by m.due_at desc, m.id desc limit ${limit + 1})
      union all
      (select m.id, 'out', m.due_at, 'text', m.body, null, ${BUTTONS}, m.status, m.is_test, m.sender_id from messages m
       where m.tenant_id = ${tenantId} and m.channel_id = ${channelId} and m.test_phone <> ''
         and m.test_phone = (select phone from contacts where tenant_id = ${tenantId} and id = ${contactId})
         and ${isShown} and ${before('m.due_at', 'm.id')}
       order by m.due_at desc, m.id desc limit ${limit + 1})
    ) item
    left join senders sender on sender.tenant_id = ${tenantId} and sender.id = item.sender_id
    order by item.at desc, item.id desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    direction: row.direction,
    at: row.at.toString(),
    kind: row.kind,
    text: row.text,
    fileName: row.file_name,
    buttons: row.buttons,
    status: row.status,
    isTest: row.is_test,
    sender: toSender(row),
  }));
}

/** Stickers come as images of a format that no camera makes. */
const INBOUND_KIND = sql`case when i.kind = 'image' and i.media ->> 'mime' = 'image/webp' then 'sticker' else i.kind end`;

/** The titles alone. */
const BUTTONS = sql`coalesce(jsonb_path_query_array(m.content, '$.buttons[*].title'), '[]')`;

/** Until when free text may be sent in a thread; null if the contact never wrote, or the channel has no window. */
export async function findWindow(
  { tx, tenantId }: TenantScope,
  { addressId }: Thread,
): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('contact_addresses')
    .select('window_until')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', addressId)
    .executeTakeFirst();
  return row?.window_until ?? null;
}

export async function getItem({ tx, tenantId }: TenantScope, messageId: string): Promise<Item> {
  const row = await tx
    .selectFrom('messages as m')
    .innerJoin('senders as s', (join) =>
      join.onRef('s.tenant_id', '=', 'm.tenant_id').onRef('s.id', '=', 'm.sender_id'),
    )
    .select(['m.id', 'm.due_at', 'm.body', 'm.status', 'm.is_test'])
    .select(['s.kind as sender_kind', 's.title as sender_title'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', messageId)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    direction: 'out',
    at: row.due_at.toString(),
    kind: 'text',
    text: row.body,
    fileName: null,
    buttons: [],
    status: row.status,
    isTest: row.is_test,
    sender: toSender(row),
  };
}

function toSender(row: { sender_kind: string | null; sender_title: string | null }): Item['sender'] {
  return row.sender_kind === null
    ? null
    : { senderKind: SenderKind.parse(row.sender_kind), senderTitle: row.sender_title ?? '' };
}

type ItemColumns = {
  id: string;
  direction: 'in' | 'out';
  at: Temporal.Instant;
  kind: Item['kind'];
  text: string;
  file_name: string | null;
  buttons: string[];
  status: string | null;
  is_test: boolean;
  sender_kind: string | null;
  sender_title: string | null;
};
