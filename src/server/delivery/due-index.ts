import { type RawBuilder, sql } from 'kysely';

/**
 * The priorities, each read by itself: only then does the index give the earliest without a scan of all planned
 * messages.
 */
export const PRIORITIES = sql.raw('unnest(array[0, 1, 2, 3]::smallint[]) as p (priority)');

/**
 * The part of `messages_due` of one priority `p` between two moments; to be read in {@link dueOrder}.
 *
 * NOTE: compared as rows, and ordered by the priority too. With plain equality an index by time gives the same order,
 * and the planner, which does not know which priorities are empty, chooses that index and scans every message.
 *
 * @param m the alias of messages
 */
export function duePart(
  m: string,
  { after, until }: { after: Temporal.Instant | null; until: Temporal.Instant | null },
): RawBuilder<boolean> {
  const row = sql.raw(`(${m}.priority, ${m}.due_at)`);
  return sql<boolean>`${sql.raw(`${m}.phase = 'waiting'`)}
    and ${row} > (p.priority, ${after?.toString() ?? '-infinity'}::timestamptz)
    and ${row} <= (p.priority, ${until?.toString() ?? 'infinity'}::timestamptz)`;
}

export function dueOrder(m: string): RawBuilder<unknown> {
  return sql.raw(`${m}.priority, ${m}.due_at, ${m}.id`);
}
