import { type RawBuilder, sql } from 'kysely';

const ALL_PRIORITIES = [0, 1, 2, 3];

/**
 * The priorities, each read by itself: only then does the index give the earliest without a scan of all planned
 * messages.
 */
export const PRIORITIES = sql.raw(`unnest(array[${ALL_PRIORITIES.join(', ')}]::smallint[]) as p (priority)`);

/**
 * The results of one query per priority, in a list. For statements over all tenants: Citus passes on no `limit` of a
 * query that depends on {@link PRIORITIES}.
 */
export const forEachPriority = (query: (priority: string) => RawBuilder<unknown>, separator: string) =>
  sql.join(
    ALL_PRIORITIES.map((priority) => sql`(${query(`${priority}::smallint`)})`),
    sql.raw(separator),
  );

/**
 * The part of `messages_due` of one priority `p` between two moments; to be read in {@link dueOrder}.
 *
 * NOTE: compared as rows, and ordered by the priority too. With plain equality an index by time gives the same order,
 * and the planner, which does not know which priorities are empty, chooses that index and scans every message.
 *
 * @param m the alias of messages
 * @param priority the part's priority in SQL
 */
export function duePart(
  m: string,
  { after, until }: { after: Temporal.Instant | null; until: Temporal.Instant | null },
  priority = 'p.priority',
): RawBuilder<boolean> {
  const row = sql.raw(`(${m}.priority, ${m}.due_at)`);
  return sql<boolean>`${sql.raw(`${m}.phase = 'waiting'`)}
    and ${row} > (${sql.raw(priority)}, ${after?.toString() ?? '-infinity'}::timestamptz)
    and ${row} <= (${sql.raw(priority)}, ${until?.toString() ?? 'infinity'}::timestamptz)`;
}

export function dueOrder(m: string): RawBuilder<unknown> {
  return sql.raw(`${m}.priority, ${m}.due_at, ${m}.id`);
}
