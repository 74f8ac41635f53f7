import { sql } from 'kysely';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import {
  Conversation,
  ConversationId,
  type ConversationList,
  ConversationState,
  MessageKind,
  NeedsPersonReason,
} from '#contract/conversations/calls.ts';
import { MAX_COUNTED } from '#contract/conversations/values.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Lists with an index of their own; `inbox` is two of them. */
type PlainList = Exclude<ConversationList, 'inbox'>;

/** The condition of each list, word for word that of its index. */
function isIn(list: PlainList, memberId: MemberId) {
  switch (list) {
    case 'all':
      return sql<boolean>`c.state = 'open'`;
    case 'mine':
      return sql<boolean>`c.state = 'open' and c.assignee_id is not null and c.assignee_id = ${memberId}`;
    case 'unassigned':
      return sql<boolean>`c.state = 'open' and c.assignee_id is null`;
    case 'waiting':
      return sql<boolean>`c.needs_person_since is not null`;
    case 'unread':
      return sql<boolean>`c.unread_since is not null`;
    case 'snoozed':
    case 'closed':
      return sql<boolean>`c.state = ${sql.lit(list)}`;
  }
}

export type PageOfConversations = {
  list: ConversationList;
  memberId: MemberId;
  after: readonly [at: string, id: ConversationId] | null;
  limit: number;
};

/** Lists the latest first; one more than requested, when there is one. */
export async function listConversationRows(
  scope: TenantScope,
  { list, memberId, after, limit }: PageOfConversations,
): Promise<Conversation[]> {
  const { tx, tenantId } = scope;
  const part = (of: PlainList) => sql`
    (select c.id, c.last_message_at from conversations c
     where c.tenant_id = ${tenantId} and ${isIn(of, memberId)}
       and ${isBeyond([sql.ref('c.last_message_at'), sql.ref('c.id')], after, 'desc')}
     order by c.last_message_at desc, c.id desc limit ${limit + 1})`;
  const parts = list === 'inbox' ? sql`${part('mine')} union all ${part('unassigned')}` : part(list);
  const { rows } = await sql<{ id: string }>`
    select id from (${parts}) of_list order by last_message_at desc, id desc limit ${limit + 1}`.execute(tx);
  return listByIds(
    scope,
    rows.map(({ id }) => ConversationId.parse(id)),
  );
}

/** Reads conversations in the order of their ids. */
export async function listByIds(scope: TenantScope, ids: readonly ConversationId[]): Promise<Conversation[]> {
  if (ids.length === 0) return [];
  const rows = await conversations(scope)
    .where('c.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toConversation(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Finds the conversations of contacts. Planning the joins of whole rows costs more than this statement. */
export async function listIdsOfContacts(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
): Promise<ConversationId[]> {
  if (contactIds.length === 0) return [];
  const rows = await tx
    .selectFrom('conversations')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', sql<string>`any (${[...contactIds]}::uuid[])`)
    .execute();
  return rows.map(({ id }) => ConversationId.parse(id));
}

export async function findConversation(scope: TenantScope, id: ConversationId): Promise<Conversation | undefined> {
  const row = await conversations(scope).where('c.id', '=', id).executeTakeFirst();
  return row && toConversation(row);
}

export type ListCounts = Record<ConversationList, number> & { forMe: number };

/** Counts each list up to a maximum, by its index alone. */
export async function countLists({ tx, tenantId }: TenantScope, memberId: MemberId): Promise<ListCounts> {
  const some = (condition: ReturnType<typeof isIn>) => sql`
    (select 1 from conversations c where c.tenant_id = ${tenantId} and ${condition} limit ${MAX_COUNTED})`;
  const count = (list: PlainList) => sql`(select count(*) from ${some(isIn(list, memberId))} listed)`;
  const { rows } = await sql<Omit<ListCounts, 'inbox'>>`
    select ${count('all')} as "all", ${count('mine')} as mine, ${count('unassigned')} as unassigned,
      ${count('waiting')} as waiting, ${count('unread')} as unread, ${count('snoozed')} as snoozed,
      ${count('closed')} as closed,
      (select count(*) from ${some(sql<boolean>`(c.unread_since is not null or c.needs_person_since is not null)
        and c.state = 'open' and (c.assignee_id is null or c.assignee_id = ${memberId})`)} listed) as "forMe"`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('A count has one row');
  return { ...row, inbox: Math.min(MAX_COUNTED, row.mine + row.unassigned) };
}

function conversations({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('conversations as c')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.id', '=', 'c.contact_id').onRef('contacts.tenant_id', '=', 'c.tenant_id'),
    )
    .innerJoin('channels', (join) =>
      join.onRef('channels.id', '=', 'c.channel_id').onRef('channels.tenant_id', '=', 'c.tenant_id'),
    )
    .leftJoin('members as m', (join) =>
      join.onRef('m.id', '=', 'c.assignee_id').onRef('m.tenant_id', '=', 'c.tenant_id'),
    )
    .select([
      'c.id',
      'c.contact_id',
      'c.channel_id',
      'c.last_text',
      'c.last_kind',
      'c.last_direction',
      'c.last_message_at',
      'c.state',
      'c.snoozed_until',
      'c.assignee_id',
      'c.unread_count',
      'c.unread_since',
      'c.needs_person_since',
      'c.needs_person_reason',
      'c.bots_silent_until',
      'contacts.name as contact_name',
      'contacts.phone',
      'channels.kind as channel_kind',
      'm.full_name',
      'm.email',
    ])
    .where('c.tenant_id', '=', tenantId);
}

type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversations>['execute']>>[number];

function toConversation(row: ConversationRow): Conversation {
  return {
    id: ConversationId.parse(row.id),
    contactId: ContactId.parse(row.contact_id),
    contactName: row.contact_name,
    phone: row.phone,
    channelId: ChannelId.parse(row.channel_id),
    channelKind: ChannelKind.parse(row.channel_kind),
    lastText: row.last_text,
    lastKind: MessageKind.parse(row.last_kind),
    lastDirection: Conversation.shape.lastDirection.parse(row.last_direction),
    lastMessageAt: row.last_message_at.toString(),
    state: ConversationState.parse(row.state),
    snoozedUntil: row.snoozed_until?.toString() ?? null,
    assigneeId: row.assignee_id === null ? null : MemberId.parse(row.assignee_id),
    assigneeName: row.assignee_id === null ? null : (row.full_name ?? '') || (row.email ?? ''),
    unreadCount: row.unread_count,
    unreadSince: row.unread_since?.toString() ?? null,
    needsPersonSince: row.needs_person_since?.toString() ?? null,
    needsPersonReason: row.needs_person_reason === null ? null : NeedsPersonReason.parse(row.needs_person_reason),
    botsSilentUntil: row.bots_silent_until?.toString() ?? null,
  };
}
