import { type RawBuilder, sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';

/** A pause that is longer than `pauseMs` begins another talk. */
export type TalkPeriod = { from: Temporal.Instant; until: Temporal.Instant; pauseMs: number };

/** The first words of a talk: nobody spoke in the conversation for a while before. */
export type TalkStart = {
  messageId: string;
  conversationId: ConversationId;
  contactId: ContactId;
  contactName: string;
  phone: string | null;
  at: Temporal.Instant;
};

/** Words of contacts, people and bots that begin a talk in a period. */
const startsIn = (tenantId: string, { from, until, pauseMs }: TalkPeriod): RawBuilder<unknown> => sql`
  s.tenant_id = ${tenantId} and s.direction <> 'inner' and s.at >= ${from} and s.at < ${until}
  and not exists (
    select from searched_texts b
    where b.tenant_id = ${tenantId} and b.conversation_id = s.conversation_id and b.direction <> 'inner'
      and b.at >= s.at - make_interval(secs => ${pauseMs / 1_000}) and (b.at, b.id) < (s.at, s.id))`;

/** Lists the beginnings of talks in a period, the oldest first. */
export async function listTalkStarts(
  { tx, tenantId }: TenantScope,
  period: TalkPeriod,
  { after, limit }: { after: readonly [at: string, id: string] | null; limit: number },
): Promise<TalkStart[]> {
  const { rows } = await sql<{
    id: string;
    conversation_id: string;
    contact_id: string;
    name: string;
    phone: string | null;
    at: Temporal.Instant;
  }>`
    select start.*, c.contact_id, p.name, p.phone
    from (
      select s.id, s.conversation_id, s.at from searched_texts s
      where ${startsIn(tenantId, period)} and ${isBeyond([sql.raw('s.at'), sql.raw('s.id')], after, 'asc')}
      order by s.at, s.id limit ${limit}
    ) start
    join conversations c on c.tenant_id = ${tenantId} and c.id = start.conversation_id
    join contacts p on p.tenant_id = ${tenantId} and p.id = c.contact_id
    order by start.at, start.id`.execute(tx);
  return rows.map((row) => ({
    messageId: row.id,
    conversationId: ConversationId.parse(row.conversation_id),
    contactId: ContactId.parse(row.contact_id),
    contactName: row.name,
    phone: row.phone,
    at: row.at,
  }));
}

/** Counts the talks that begin in a period, its words and their letters. */
export async function countTalkStarts(
  { tx, tenantId }: TenantScope,
  period: TalkPeriod,
): Promise<{ talks: number; lines: number; letters: number }> {
  const { rows } = await sql<{ talks: number; lines: number; letters: number }>`
    select
      (select count(*) from searched_texts s where ${startsIn(tenantId, period)})::int as talks,
      count(*)::int as lines, coalesce(sum(length(w.written)), 0)::int as letters
    from searched_texts w
    where w.tenant_id = ${tenantId} and w.direction <> 'inner' and w.at >= ${period.from} and w.at < ${period.until}`.execute(
    tx,
  );
  return rows[0] ?? { talks: 0, lines: 0, letters: 0 };
}
