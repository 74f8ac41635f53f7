import type pg from 'pg';
import { TenantId } from '#contract/tenants/ids.ts';
import { remeasure, measureConversion } from '#server/insights/conversion/conversion-measuring.ts';
import type { Context } from '#server/platform/context/context.ts';
import { toCursor } from '#server/platform/values/cursor.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { Business } from './big-house.ts';
import type { List } from './lists.ts';

/** The design's figure (section 10) for a screen over a million visits. */
const GOAL_MS = 60;
/** Requests of each screen; the first tenth warms up. */
const ASKED = 220;
/** One of so many customers is held out. */
const HELD_OUT = 10;

/**
 * Lets the job measure all messages of a business from nothing: half its flows remind, half bring back. A tenth of the
 * customers of one flow are made a control group.
 */
export async function measureAll(ctx: Context, owner: pg.Pool, { tenantId, flowIds }: Business): Promise<Measured> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`update flows set kind = 'repeat_visit' where id = any($1::uuid[])`, [
      flowIds.filter((_, n) => n % 2 === 0),
    ]);
    await client.query(`update visits set total_minor = 150000 where tenant_id = $1 and status = 'arrived'`, [
      tenantId,
    ]);
    await client.query(
      `update messages set status = 'skipped', reason = 'control_group' where tenant_id = $1 and sender_id = $2
         and status in ('read', 'delivered') and hashtext(contact_id::text) % $3 = 0`,
      [tenantId, flowIds[0], HELD_OUT],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  await owner.query('delete from conversion_marks');
  await owner.query('vacuum analyze');
  const startedAt = performance.now();
  await withTenant(ctx, TenantId.parse(tenantId), remeasure);
  await measureConversion(ctx, AbortSignal.timeout(3_600_000));
  const seconds = (performance.now() - startedAt) / 1_000;
  await owner.query('vacuum analyze conversion_facts, conversion_days, conversion_marks');
  const { rows } = await owner.query<{ facts: number; days: number; bytes: number }>(
    `select (select count(*) from conversion_facts)::int as facts, (select count(*) from conversion_days)::int as days,
       pg_total_relation_size('conversion_facts')::float8 as bytes`,
  );
  const { facts = 0, days = 0, bytes = 0 } = rows[0] ?? {};
  return { facts, days, bytesPerFact: Math.round(bytes / Math.max(1, facts)), perSecond: Math.round(facts / seconds) };
}

export type Measured = { facts: number; days: number; bytesPerFact: number; perSecond: number };

/** Every screen of the conversion, with the filters it has. */
export async function conversionListsOf(owner: pg.Pool, { tenantId, flowIds }: Business): Promise<List[]> {
  const { rows } = await owner.query<{ id: string; at: string }>(
    `select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from conversion_facts tablesample bernoulli (1)
     where tenant_id = $1 and not is_control order by random() limit ${ASKED}`,
    [tenantId],
  );
  if (rows.length === 0) throw new Error('No fact was drawn');
  const of = (name: string, path: (n: number) => string, goalMs: number | null = GOAL_MS): List => ({
    name,
    goalMs,
    paths: Array.from({ length: ASKED }, (_, n) => path(n)),
  });
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const asked = (query: string) => `/api/v1/insights/conversion?${query}`;
  const people = (query: string) => `/api/v1/insights/conversion/people?${query}`;
  const flow = (n: number) => `senderId=${flowIds[n % flowIds.length]}`;
  const window = (n: number) => `windowDays=${[7, 14, 21, 30][n % 4]}`;
  const year = `from=${dayBefore(364)}`;
  const after = (n: number) => {
    const { at, id } = rows[n % rows.length] ?? { at: '', id: '' };
    return `cursor=${toCursor([at, id])}`;
  };
  return [
    // How busy the machine is: what is above this row's figures is the screens' own.
    of('an empty answer (/health)', () => '/health', null),
    of('conversion of a flow, 90 days by week', (n) => asked(`${flow(n)}&${window(n)}`)),
    of('conversion of a flow, a year by day', (n) => asked(`${flow(n)}&by=day&${year}`)),
    of('conversion of all flows, a year by month', (n) => asked(`by=month&${year}&${window(n)}`)),
    of('conversion of a kind and a branch, a year by day', () =>
      asked(`kind=repeat_visit&branchId=${tenantId}&by=day&${year}`),
    ),
    of('conversion of all flows, five years by year', () => asked(`by=year&from=${dayBefore(1_800)}`)),
    of('contacts of a flow who visited', (n) => people(`${flow(n)}&step=visited&${window(n)}&${year}`)),
    of('contacts of a flow in its control group', () => people(`senderId=${flowIds[0]}&group=control&${year}`)),
    of('contacts of a flow without a control group', () => people(`senderId=${flowIds[1]}&group=control&${year}`)),
    of('contacts of all flows who answered, a deep page', (n) => people(`step=answered&${year}&${after(n)}`)),
    of('contacts of a kind without messages', () => people(`kind=birthday&${year}`)),
  ];
}
