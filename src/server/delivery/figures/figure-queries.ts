import { sql } from 'kysely';
import type { SystemScope } from '#server/platform/database/db.ts';
import { duePart, forEachPriority } from '#server/delivery/ledger/due-index.ts';
import { LATE_AFTER_S, LATENESS_BOUNDS_S } from './figure-rules.ts';

/** Statuses of a message that a provider has accepted. */
const LEFT = sql.raw(`('accepted', 'sent', 'delivered', 'read')`);

const lateness = sql`extract(epoch from c.at - m.due_at)`;

/** One count for each class of lateness. */
const classes = sql.join(
  [...LATENESS_BOUNDS_S.keys(), LATENESS_BOUNDS_S.length].map((index) => {
    const [above, bound] = [LATENESS_BOUNDS_S[index - 1], LATENESS_BOUNDS_S[index]];
    return sql`count(*) filter (where c.status in ${LEFT}
      ${above === undefined ? sql`` : sql`and ${lateness} > ${sql.lit(above)}`}
      ${bound === undefined ? sql`` : sql`and ${lateness} <= ${sql.lit(bound)}`})`;
  }),
);

/**
 * Counts the outcomes of sends by channel and minute. A minute is counted again while its changes may still be written,
 * and after this process was away for at most an hour.
 */
export async function countMinutes({ tx }: SystemScope): Promise<void> {
  const { rows } = await sql<{ at: Temporal.Instant | null }>`
    select date_trunc('minute', greatest(statement_timestamp() - interval '1 hour', max(minute) - interval '2 minutes')) as at
    from sending_minutes`.execute(tx);
  const from = rows[0]?.at;
  await sql`
    insert into sending_minutes as s (tenant_id, channel_id, minute, sent, failed, undecided, lateness)
    select c.tenant_id, m.channel_id, date_trunc('minute', c.recorded_at), count(*) filter (where c.status in ${LEFT}),
      count(*) filter (where c.status = 'failed'), count(*) filter (where c.status = 'unknown'), array[${classes}]::int[]
    from message_changes c join messages m on m.tenant_id = c.tenant_id and m.id = c.message_id
    where c.recorded_at >= ${from?.toString() ?? '-infinity'}::timestamptz
      and (c.status in ${LEFT} and coalesce(c.former_status, '') not in ${LEFT} or c.status in ('failed', 'unknown'))
    group by c.tenant_id, m.channel_id, date_trunc('minute', c.recorded_at)
    on conflict (tenant_id, channel_id, minute) do update
      set sent = excluded.sent, failed = excluded.failed, undecided = excluded.undecided, lateness = excluded.lateness`.execute(
    tx,
  );
  await sql`delete from sending_minutes where minute < statement_timestamp() - interval '2 hours'`.execute(tx);
}

/** Counts what waits on each channel. */
export async function countQueues({ tx }: SystemScope, now: Temporal.Instant): Promise<void> {
  const [soon, late] = [now.add({ hours: 1 }), now.subtract({ seconds: LATE_AFTER_S })];
  await sql`delete from sending_queues`.execute(tx);
  await sql`
    insert into sending_queues (tenant_id, channel_id, waiting, late, oldest_due_at, undecided, counted_at)
    select c.tenant_id, c.id, coalesce(due.waiting, 0), coalesce(due.late, 0), due.oldest_due_at, doubtful.undecided, statement_timestamp()
    from channels c
    cross join lateral (
      select sum(part.waiting) as waiting, sum(part.late) as late, min(part.oldest_due_at) as oldest_due_at from (${forEachPriority(
        (priority) => sql`
          select count(*) as waiting, count(*) filter (where m.due_at < ${late}) as late, min(m.due_at) as oldest_due_at
          from messages m
          where m.tenant_id = c.tenant_id and m.channel_id = c.id and ${duePart('m', { after: null, until: soon }, priority)}`,
        ' union all ',
      )}) part
    ) due
    cross join lateral (
      select count(*) as undecided from messages m
      where m.tenant_id = c.tenant_id and m.channel_id = c.id and m.phase = 'doubtful' and m.status = 'unknown'
    ) doubtful
    where c.removed_at is null and (due.waiting > 0 or doubtful.undecided > 0)
    on conflict (tenant_id, channel_id) do nothing`.execute(tx);
}
