import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

type Day = { now: Temporal.Instant; timeZone: string };

/** A message of today may have been put off this far. */
const PUT_OFF_DAYS = 30;

/** A mailing's messages of the present day: those that left on it, are being sent, or wait. */
export async function countSentToday(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  { now, timeZone }: Day,
): Promise<number> {
  const since = startOfDay(now, timeZone);
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from messages where tenant_id = ${tenantId} and sender_id = ${mailingId}
        and phase in ('left', 'doubtful') and due_at > ${since.subtract({ hours: 24 * PUT_OFF_DAYS })} and not is_test
        and coalesce(accepted_at, updated_at) >= ${since})
      + (select count(*) from messages where tenant_id = ${tenantId} and sender_id = ${mailingId}
        and phase = 'waiting' and not is_test) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Messages of all mailings that left one channel on the present day, or are being sent. */
export async function countMailedToday(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { now, timeZone }: Day,
): Promise<number> {
  const since = startOfDay(now, timeZone);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from senders s
    join messages m on m.tenant_id = s.tenant_id and m.sender_id = s.id and m.phase in ('left', 'doubtful')
      and m.due_at > ${since.subtract({ hours: 24 * PUT_OFF_DAYS })}
    where s.tenant_id = ${tenantId} and s.kind = 'mailing' and m.channel_id = ${channelId} and not m.is_test
      and coalesce(m.accepted_at, m.updated_at) >= ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Hours within which a message that left may have been due. */
const DUE_HOURS = 48;

/** People whom channels wrote to first within 24 hours, by templates of any sender. */
export async function countPeopleWrittenTo(
  { tx, tenantId }: TenantScope,
  channelIds: readonly ChannelId[],
  now: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct m.contact_id) as count from messages m
    where m.tenant_id = ${tenantId} and m.channel_id = any (${[...channelIds]}::uuid[])
      and m.due_at > ${now.subtract({ hours: DUE_HOURS })} and m.phase in ('left', 'doubtful') and not m.is_test
      and m.content -> 'leftBy' is not null
      and coalesce(m.accepted_at, m.updated_at) > ${now.subtract({ hours: 24 })}`.execute(tx);
  return rows[0]?.count ?? 0;
}

const startOfDay = (now: Temporal.Instant, timeZone: string) =>
  now.toZonedDateTimeISO(timeZone).startOfDay().toInstant();
