import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { MAX_COUNTED_CONTACTS } from '#contract/contacts/values.ts';
import type { Subscriber, SubscriberFilter } from '#contract/contacts/subscribers.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { searchTexts } from '#server/contacts/book/rules.ts';

/** @property contactIds the contacts of the search; null: there is none, or it matches too many to be listed */
export type SubscriberQuestion = SubscriberFilter & { contactIds: readonly ContactId[] | null };

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists the addresses of contacts who wrote or subscribed, newest first. */
export async function listSubscribers(
  { tx, tenantId }: TenantScope,
  filter: SubscriberQuestion,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: Subscriber[]; nextCursor: string | null }> {
  const after = readCursor(cursor, Cursor);
  const { rows } = await sql<Row>`
    select a.id, a.contact_id, c.name, coalesce(c.phone, a.phone) as phone, a.channel_id, ch.kind, ch.title,
      a.subscribed_at, a.last_inbound_at, a.state,
      array(select t.tag from contact_tags t where t.tenant_id = ${tenantId} and t.contact_id = c.id order by t.tag) as tags
    from contact_addresses a
    join contacts c on c.tenant_id = ${tenantId} and c.id = a.contact_id
    join channels ch on ch.tenant_id = ${tenantId} and ch.id = a.channel_id
    where a.tenant_id = ${tenantId} and a.subscribed_at is not null and ${answersTo(tenantId, filter)}
      and ${isBeyond([sql.ref('a.subscribed_at'), sql.ref('a.id')], after, 'desc')}
    order by a.subscribed_at desc, a.id desc limit ${limit + 1}`.execute(tx);
  return toPage(rows, limit, toSubscriber, (row) => [row.subscribed_at.toString(), row.id]);
}

/** Counts subscriptions up to a bound. */
export async function countSubscribers({ tx, tenantId }: TenantScope, filter: SubscriberQuestion): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from contact_addresses a join contacts c on c.tenant_id = ${tenantId} and c.id = a.contact_id
      where a.tenant_id = ${tenantId} and a.subscribed_at is not null and ${answersTo(tenantId, filter)}
      limit ${MAX_COUNTED_CONTACTS}) counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Lists the channels that have subscribers. */
export async function listSubscribedChannels({ tx, tenantId }: TenantScope) {
  const { rows } = await sql<{ id: string; kind: string; title: string }>`
    select ch.id, ch.kind, ch.title from channels ch
    where ch.tenant_id = ${tenantId} and exists (
      select from contact_addresses a
      where a.tenant_id = ${tenantId} and a.channel_id = ch.id and a.subscribed_at is not null)
    order by ch.position, ch.id`.execute(tx);
  return rows.map(({ id, kind, title }) => ({ id: ChannelId.parse(id), kind: ChannelKind.parse(kind), title }));
}

function answersTo(tenantId: string, { search, contactIds, channelId, tag }: SubscriberQuestion): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(channelId ? [sql`a.channel_id = ${channelId}`] : []),
    ...(tag
      ? [
          sql`a.contact_id in (select t.contact_id from contact_tags t where t.tenant_id = ${tenantId} and t.tag = ${tag})`,
        ]
      : []),
    ...(contactIds ? [sql`a.contact_id = any(${[...contactIds]}::uuid[])`] : []),
    ...(search && !contactIds
      ? [sql`exists (select from unnest(${searchTexts(search)}::text[]) said where strpos(c.searched_as, said) > 0)`]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}

type Row = {
  id: string;
  contact_id: string;
  name: string;
  phone: string | null;
  channel_id: string;
  kind: string;
  title: string;
  subscribed_at: Temporal.Instant;
  last_inbound_at: Temporal.Instant | null;
  state: string;
  tags: string[];
};

function toSubscriber(row: Row): Subscriber {
  return {
    id: row.id,
    contactId: ContactId.parse(row.contact_id),
    name: row.name,
    phone: row.phone,
    channelId: ChannelId.parse(row.channel_id),
    channelKind: ChannelKind.parse(row.kind),
    channelTitle: row.title,
    subscribedAt: row.subscribed_at.toString(),
    lastInboundAt: row.last_inbound_at?.toString() ?? null,
    isReachable: row.state === 'reachable',
    tags: row.tags,
  };
}
