import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import { ConversationId, NeedsPersonReason } from '#contract/conversations/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A span of time and the channels it is about; without any, all are. */
export type Writing = { from: Temporal.Instant; until: Temporal.Instant; channelIds: readonly ChannelId[] };

/** A contact who wrote, and for whom a person is needed now. */
export type WaitingWriter = {
  conversationId: ConversationId;
  contactName: string;
  phone: string | null;
  reason: NeedsPersonReason;
  since: Temporal.Instant;
  /** Their last words in the span; empty: a picture or another file. */
  lastText: string;
};

/** Most contacts that are listed; the rest are counted. */
const MAX_LISTED = 50;

/** Counts the contacts who wrote in a span of time, and lists those that wait for a person now, the longest first. */
export async function readWriters(
  { tx, tenantId }: TenantScope,
  { from, until, channelIds }: Writing,
): Promise<{ writers: number; waitingCount: number; waiting: WaitingWriter[] }> {
  const written = sql`
    select coalesce(nullif(i.text, ''), f.transcript) as text from inbound_messages i
    left join thread_files f on f.tenant_id = ${tenantId} and f.message_id = i.id
    where i.tenant_id = ${tenantId} and i.conversation_id = c.id and i.received_at >= ${from} and i.received_at < ${until}
      and i.kind not in ('deleted', 'remark', 'start')
      and (cardinality(${[...channelIds]}::uuid[]) = 0 or i.channel_id = any (${[...channelIds]}::uuid[]))
    order by i.received_at desc, i.id desc limit 1`;
  const { rows: counts } = await sql<{ writers: number; waiting: number }>`
    select count(*)::int as writers, (count(*) filter (where c.needs_person_since is not null))::int as waiting
    from conversations c cross join lateral (${written}) last
    where c.tenant_id = ${tenantId} and c.last_message_at >= ${from}`.execute(tx);
  const { rows } = await sql<{
    id: string;
    name: string;
    phone: string | null;
    reason: string;
    since: Temporal.Instant;
    text: string | null;
  }>`
    select c.id, contacts.name, contacts.phone, c.needs_person_reason as reason, c.needs_person_since as since, last.text
    from conversations c
    join contacts on contacts.tenant_id = ${tenantId} and contacts.id = c.contact_id
    cross join lateral (${written}) last
    where c.tenant_id = ${tenantId} and c.needs_person_since is not null and c.last_message_at >= ${from}
    order by c.needs_person_since, c.id limit ${MAX_LISTED}`.execute(tx);
  return {
    writers: counts[0]?.writers ?? 0,
    waitingCount: counts[0]?.waiting ?? 0,
    waiting: rows.map((row) => ({
      conversationId: ConversationId.parse(row.id),
      contactName: row.name,
      phone: row.phone,
      reason: NeedsPersonReason.parse(row.reason),
      since: row.since,
      lastText: row.text ?? '',
    })),
  };
}
