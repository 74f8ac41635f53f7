import { sql } from 'kysely';
import type { SystemScope } from '#server/platform/database/db.ts';
import { mayGoOn } from '#server/delivery/ledger/cascade-queries.ts';

/** Moments after `now` of all tenants at which a message is due, or goes on to its next channel. Used only by the demo's clock. */
const moments = (now: Temporal.Instant) => sql`
  select m.tenant_id, m.sender_id, m.contact_id, m.due_at as at from messages m
  where m.phase = 'waiting' and m.due_at > ${now}
  union all
  select m.tenant_id, m.sender_id, m.contact_id, m.passes_on_at from messages m
  join channels c on c.tenant_id = m.tenant_id and c.id = m.channel_id
  where m.passes_on_at > ${now} and ${mayGoOn(now)} and ${HAS_NEXT}
    and c.state = 'Authorized' and c.trouble is null and c.removed_at is null
  union all
  select m.tenant_id, m.sender_id, m.contact_id, m.due_at + late.minutes * interval '1 minute' from channels c
  join messages m on m.tenant_id = c.tenant_id and m.channel_id = c.id and m.phase = 'waiting'
  join senders s on s.tenant_id = m.tenant_id and s.id = m.sender_id
  left join cascades own on own.tenant_id = m.tenant_id
  cross join lateral (select coalesce(s.pass_on_minutes, own.pass_on_minutes, 0) as minutes) late
  where c.state <> 'Authorized' and c.removed_at is null and late.minutes > 0 and ${HAS_NEXT}
    and m.due_at + late.minutes * interval '1 minute' > ${now}`;

/** A channel that works follows in the order of the message. */
const HAS_NEXT = sql`exists (
  select from channels n where n.tenant_id = m.tenant_id and n.id = any(m.fallback_channel_ids)
    and n.state = 'Authorized' and n.removed_at is null)`;

/**
 * @param phone of a contact: only their messages
 * @returns the next moment; null when nothing waits
 */
export async function findNextMoment(
  { tx }: SystemScope,
  now: Temporal.Instant,
  phone?: string,
): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ at: Temporal.Instant | null }>`
    select min(next.at) as at from (${moments(now)}) next
    left join contacts c on c.tenant_id = next.tenant_id and c.id = next.contact_id
    where ${phone ?? null}::text is null or c.phone = ${phone ?? null}::text`.execute(tx);
  return rows[0]?.at ?? null;
}

/** Returns the next moment of the cabinets of each language. */
export async function listNextMoments(
  { tx }: SystemScope,
  now: Temporal.Instant,
): Promise<{ language: string; at: Temporal.Instant; senderTitle: string; contactName: string | null }[]> {
  const { rows } = await sql<{
    language: string;
    at: Temporal.Instant;
    sender_title: string;
    contact_name: string | null;
  }>`
    select distinct on (t.customer_language) t.customer_language as language, next.at, s.title as sender_title,
      c.name as contact_name
    from (${moments(now)}) next
    join tenants t on t.id = next.tenant_id
    join senders s on s.tenant_id = next.tenant_id and s.id = next.sender_id
    left join contacts c on c.tenant_id = next.tenant_id and c.id = next.contact_id
    order by t.customer_language, next.at`.execute(tx);
  return rows.map(({ language, at, sender_title, contact_name }) => ({
    language,
    at,
    senderTitle: sender_title,
    contactName: contact_name,
  }));
}
