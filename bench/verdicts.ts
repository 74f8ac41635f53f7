import type pg from 'pg';
import { toCursor } from '#server/platform/values/cursor.ts';
import type { Business } from './big-house.ts';
import type { List } from './lists.ts';

/** The goal for lists and traces of ten million decisions. */
const GOAL_MS = 50;
/** Requests of each list; the first tenth warms up. */
const ASKED = 220;
const MONTHS = 13;
const BATCH = 1_000_000;

/** The values a reminder's decision and a refusal compared, as long as in production. */
const PLANNED = `jsonb_build_object('wantedAt', at, 'startsAt', at + interval '1 day',
  'delayMinutes', -1440, 'channel', 'WhatsApp «Студия Ромашка»')`;
const SKIPPED = `jsonb_build_object('services', 'Стрижка, Окрашивание', 'branch', 'Студия Ромашка, Покровка')`;
const RULES = ['service_differs', 'branch_differs', 'too_late', 'opted_out', 'no_channel', 'status_differs'];

/**
 * Writes decisions of thirteen months, four in ten of them against a message, each with a subject of its own.
 *
 * @returns what a row takes, alone and with its share of the indexes
 */
export async function writeVerdicts(
  owner: pg.Pool,
  { tenantId, flowIds }: Business,
  count: number,
): Promise<{ bytesPerRow: number; bytesWithIndexes: number }> {
  await makeMonths(owner);
  const client = await owner.connect();
  try {
    await client.query(
      'create temporary table person as select row_number() over () as n, id from contacts where tenant_id = $1',
      [tenantId],
    );
    await client.query('create unique index on person (n)');
    await client.query('analyze person');
    for (let from = 1; from <= count; from += BATCH) {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(
        `insert into verdicts (tenant_id, id, sender_id, sender_version, subject_kind, subject_id, contact_id, step, occurrence, stage,
           outcome, rule, compared, until, decided_at)
         select $1, uuidv7(), ($2::uuid[])[1 + made.n % $3::int], 1, 'visit', uuidv7(), person.id, 1, 1, 'plan',
           case when isAgainst then 'skipped' else 'planned' end,
           case when isAgainst then ($4::text[])[1 + made.n / 10 % ${RULES.length}] else 'due' end,
           case when isAgainst then ${SKIPPED} else ${PLANNED} end, case when not isAgainst then at end, at
         from (
           select n, n % 10 < 4 as isAgainst, now() - (n::float8 / $5) * interval '${MONTHS * 30} days' as at
           from generate_series($6::int, $7::int) n
         ) made
         join person on person.n = 1 + made.n * 7919::bigint % (select count(*) from person)`,
        [tenantId, flowIds, flowIds.length, RULES, count, from, Math.min(count, from + BATCH - 1)],
      );
      await client.query('commit');
    }
    await client.query('drop table person');
  } finally {
    client.release();
  }
  await writeTallies(owner, tenantId);
  await owner.query('vacuum analyze');
  await owner.query('checkpoint');
  return sizes(owner);
}

/** The months before this one; the product makes those that come. What the house had decided gives way. */
async function makeMonths(owner: pg.Pool): Promise<void> {
  await owner.query('delete from verdicts');
  for (let ago = 0; ago <= MONTHS; ago++) {
    const month = `date_trunc('month', now() - interval '${ago} months')::date`;
    const { rows } = await owner.query<{ name: string | null }>(
      `select frontdesk.begin_verdict_month(${month}) as name`,
    );
    if (rows[0]?.name) await owner.query(`select frontdesk.attach_verdict_month(${month})`);
  }
}

/** As the triggers count, which do not run meanwhile. */
async function writeTallies(owner: pg.Pool, tenantId: string): Promise<void> {
  await owner.query('delete from skip_tallies where tenant_id = $1', [tenantId]);
  await owner.query(
    `insert into skip_tallies
     select tenant_id, (decided_at at time zone 'Europe/Moscow')::date as day, sender_id, rule, 0, count(*) from verdicts
     where tenant_id = $1 and outcome = 'skipped' group by tenant_id, day, sender_id, rule`,
    [tenantId],
  );
  await owner.query(
    `update message_tallies t set count = found.count from (
       select sender_id, count(*) from verdicts where tenant_id = $1 and outcome = 'skipped' and message_id is null group by sender_id
     ) found where t.tenant_id = $1 and t.sender_id = found.sender_id and t.status = 'decided_against'`,
    [tenantId],
  );
}

async function sizes(owner: pg.Pool): Promise<{ bytesPerRow: number; bytesWithIndexes: number }> {
  const { rows } = await owner.query<{ alone: number; whole: number }>(
    `select round(sum(pg_relation_size(i.inhrelid)) / max(c.count))::int as alone,
       round(sum(pg_total_relation_size(i.inhrelid)) / max(c.count))::int as whole
     from pg_inherits i, (select count(*) from verdicts) c where i.inhparent = 'verdicts'::regclass`,
  );
  return { bytesPerRow: rows[0]?.alone ?? 0, bytesWithIndexes: rows[0]?.whole ?? 0 };
}

type Sampled = { id: string; at: string; contact_id: string; rule: string };

/** Every list that reads decisions, with decisions of the business that were drawn by chance. */
export async function verdictListsOf(owner: pg.Pool, { tenantId, flowIds }: Business): Promise<List[]> {
  // NOTE: drawn before they are sorted, for ten million are not sorted quickly.
  const { rows: samples } = await owner.query<Sampled>(
    `select id, to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, contact_id, rule
     from verdicts tablesample bernoulli (${await share(owner)}) where tenant_id = $1 and outcome = 'skipped'
     order by random() limit ${ASKED}`,
    [tenantId],
  );
  if (samples.length === 0) throw new Error('No decision was drawn');
  const of = (name: string, path: (sample: Sampled, n: number) => string): List => ({
    name,
    goalMs: GOAL_MS,
    paths: Array.from({ length: ASKED }, (_, n) => path(samples[n % samples.length] ?? nobody(), n)),
  });
  const after = ({ at, id }: Sampled) => `cursor=${toCursor([at, id])}`;
  const flow = (n: number) => `senderId=${flowIds[n % flowIds.length]}`;
  const log = (query: string) => `/api/v1/insights/message-logs?${query}`;
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return [
    // How busy the machine is: what is above this row's figures is the lists' own.
    { ...of('an empty answer (/health)', () => '/health'), goalMs: null },
    of('log of unsent messages, first page', (_, n) => log(`status=not_sent&limit=${20 + (n % 30)}`)),
    of('log of unsent messages, a deep page', (sample) => log(`status=not_sent&${after(sample)}`)),
    of('log of unsent messages by a flow', (sample, n) => log(`status=not_sent&${flow(n)}&${after(sample)}`)),
    of('log of one contact', ({ contact_id: id }) => log(`contactId=${id}`)),
    of('trace of a decision', ({ id }) => `/api/v1/insights/message-logs/${id}`),
    of('timeline of one contact', ({ contact_id: id }) => `/api/v1/contacts/${id}/timeline`),
    of('skipped by day, one flow, a month', (_, n) => `/api/v1/insights/skips?${flow(n)}`),
    of('skipped by day, all flows, a year', () => `/api/v1/insights/skips?from=${dayBefore(365)}`),
    of(
      'contacts skipped by a reason, one flow',
      ({ rule }, n) => `/api/v1/insights/skips/people?${flow(n)}&rule=${rule}`,
    ),
    of(
      'contacts skipped by a reason, all flows, a year, a deep page',
      (sample) => `/api/v1/insights/skips/people?rule=${sample.rule}&from=${dayBefore(365)}&${after(sample)}`,
    ),
  ];
}

/** The share of all rows, in hundredths, so that a few times as many are drawn as are asked for. */
async function share(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::int as count from verdicts');
  return Math.min(100, (ASKED * 10 * 100) / (rows[0]?.count ?? 1));
}

function nobody(): never {
  throw new Error('Nothing was drawn');
}
