import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type pg from 'pg';
import { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { countFacts } from '#server/audiences/counting/counting.ts';
import { countRfm } from '#server/audiences/counting/rfm-counting.ts';
import { countMarkedDays } from '#server/insights/clients/counting.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { recountBranchDays } from '#server/visits/catalogue/day-queries.ts';
import { aBigBusiness, type Business, type Size } from './big-house.ts';
import { askList, type List } from './lists.ts';
import { residentMegabytes } from './machine.ts';
import { onDatabase, row } from './reporting.ts';
import { startWeb } from './web.ts';

/** Requests of each screen; the first tenth warms up. */
const ASKED = 44;
const LONG_MS = 3_600_000;

/** Measures the rebuild of kept figures and the screens over them. */
export async function benchAnalytics(size: Size): Promise<void> {
  await onDatabase(async ({ owner, url, ctx }) => {
    const business = await aBigBusiness(owner, size);
    const { seconds, bareSeconds, clients, growthMegabytes } = await rebuildFacts(ctx, owner, business);
    row(
      'analytics of a million visits: all clients counted from nothing / one bare insert of their sums',
      `${(seconds / bareSeconds).toFixed(1)} (${seconds.toFixed(1)} s / ${bareSeconds.toFixed(1)} s; ${clients} clients; memory grew by ${Math.round(growthMegabytes)} MB)`,
      '',
    );
    const duck = await duckdbTimes(owner, business);
    const web = await startWeb(url);
    let emptyMs = 0;
    for (const list of await analyticsListsOf(owner, business)) {
      const { p50 } = await askList(web.origin, business, list);
      if (emptyMs === 0) emptyMs = p50;
      const bare = duck[list.name];
      const beside = bare === undefined ? '' : `, / DuckDB ${(p50 / bare).toFixed(2)} (${bare.toFixed(1)} ms)`;
      row(
        `a million visits: ${list.name}, median / an empty call`,
        `${(p50 / emptyMs).toFixed(1)} (${p50.toFixed(1)} ms)${beside}`,
        '',
      );
    }
    await web.stop();
  });
}

type Rebuilt = { seconds: number; bareSeconds: number; clients: number; growthMegabytes: number };

/** Counts all kept figures of a business from nothing, and the same sums by one bare statement. */
async function rebuildFacts(ctx: Context, owner: pg.Pool, { tenantId }: Business): Promise<Rebuilt> {
  const signal = AbortSignal.timeout(LONG_MS);
  await owner.query('vacuum analyze visits, contacts');
  const bareSeconds = await bareSums(owner, tenantId);
  await owner.query(
    `insert into contact_fact_marks (tenant_id, contact_id)
     select distinct tenant_id, contact_id from visits where tenant_id = $1 and contact_id is not null`,
    [tenantId],
  );
  const before = residentMegabytes(process.pid);
  const startedAt = performance.now();
  await countFacts(ctx, { tenantId }, signal);
  const seconds = (performance.now() - startedAt) / 1_000;
  const growthMegabytes = residentMegabytes(process.pid) - before;
  await owner.query(
    `insert into client_day_marks (tenant_id, contact_id)
     select distinct tenant_id, contact_id from contact_facts where tenant_id = $1`,
    [tenantId],
  );
  await countMarkedDays(ctx, { tenantId }, signal);
  await withTenant(ctx, tenantId, (scope) => recountBranchDays(scope, BranchId.parse(tenantId)));
  const { rows } = await owner.query<{ id: string }>('select id from rfm_dashboards where tenant_id = $1', [tenantId]);
  for (const { id } of rows) await countRfm(ctx, { tenantId, dashboardId: RfmDashboardId.parse(id) }, signal);
  await owner.query('vacuum analyze contact_facts, contact_months, rfm_members, client_days, visit_days, master_days');
  const { rows: counted } = await owner.query<{ clients: number }>(
    'select count(*)::int as clients from contact_facts where tenant_id = $1',
    [tenantId],
  );
  return { seconds, bareSeconds, clients: counted[0]?.clients ?? 0, growthMegabytes };
}

/** The sums of each client by one insert, without the clients' own intervals. @returns seconds */
async function bareSums(owner: pg.Pool, tenantId: string): Promise<number> {
  await owner.query(
    `create table bare_facts (contact_id uuid primary key, visits int, spent bigint, first_day date, last_day date)`,
  );
  const startedAt = performance.now();
  await owner.query(
    `insert into bare_facts
     select v.contact_id, count(*), sum(case when v.status = 'arrived' then v.total_minor else 0 end),
       min((v.starts_at at time zone b.time_zone)::date), max((v.starts_at at time zone b.time_zone)::date)
     from visits v join branches b on b.id = v.branch_id
     where v.tenant_id = $1 and v.contact_id is not null and v.starts_at <= now() and v.status in ('arrived', 'waiting', 'confirmed')
     group by v.contact_id`,
    [tenantId],
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  await owner.query('drop table bare_facts');
  return seconds;
}

/** The screens over the kept figures. */
async function analyticsListsOf(owner: pg.Pool, { tenantId }: Business): Promise<List[]> {
  const { rows } = await owner.query<{ id: string }>('select id from rfm_dashboards where tenant_id = $1', [tenantId]);
  const dashboardId = rows[0]?.id;
  if (!dashboardId) throw new Error('No dashboard of groups was made');
  const of = (name: string, path: string): List => ({
    name,
    goalMs: null,
    paths: Array.from({ length: ASKED }, () => path),
  });
  return [
    of('an empty answer (/health)', '/health'),
    of('groups of clients', `/api/v1/insights/rfm/${dashboardId}`),
    of('cohorts of a year', '/api/v1/insights/cohorts?months=12'),
    of('dashboard of a year', '/api/v1/insights/dashboard?period=year'),
  ];
}

/** The same questions put to DuckDB over the raw visits of the business. */
const DUCK_QUESTIONS: Readonly<Record<string, string>> = {
  'groups of clients': `
    with c as (
      select contact_id, count(*) as n, sum(paid) as spent, date_diff('day', max(day), current_date) as since,
        date_diff('day', min(day), max(day)) / greatest(count(*) - 1, 1) as usual
      from visits where held group by 1
    )
    select least(4, since / greatest(usual, 1)) as recency, case when n >= 5 then 3 when n >= 2 then 2 else 1 end as often,
      count(*), sum(spent) from c group by 1, 2`,
  'cohorts of a year': `
    with f as (select contact_id, min(date_trunc('month', day)) as cohort from visits where held group by 1)
    select f.cohort, date_trunc('month', v.day) as month, count(distinct v.contact_id), count(*), sum(v.paid)
    from visits v join f using (contact_id) where v.held and f.cohort >= current_date - interval 12 month group by 1, 2`,
  'dashboard of a year': `
    select date_trunc('month', day) as month, count(*) filter (where held), sum(paid), count(*) filter (where status = 'no_show')
    from visits where day >= date_trunc('year', current_date) group by 1`,
};

type AskDuckdb = (
  csv: string,
  questions: Readonly<Record<string, string>>,
) => Promise<Readonly<Record<string, number>>>;

/** The median milliseconds of DuckDB by question, over the raw visits of the business in memory. */
async function duckdbTimes(owner: pg.Pool, business: Business): Promise<Readonly<Record<string, number>>> {
  // NOTE: found at run time: its packages are installed for the measurements alone, and the checks do without them.
  const peer = new URL('peers/duckdb.ts', import.meta.url).href;
  const { askDuckdb } = (await import(peer)) as { askDuckdb: AskDuckdb };
  const { path, remove } = await visitsAsCsv(owner, business);
  const times = await askDuckdb(path, DUCK_QUESTIONS);
  await remove();
  return times;
}

/** Writes the visits of a business as CSV, for DuckDB. @returns its path and a function that deletes it */
async function visitsAsCsv(owner: pg.Pool, { tenantId }: Business): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(`${tmpdir()}/frontdesk-bench-`);
  const path = `${folder}/visits.csv`;
  const { rows } = await owner.query<{ line: string }>(
    `select concat_ws(',', v.contact_id, (v.starts_at at time zone b.time_zone)::date, v.status,
       case when v.status = 'arrived' then v.total_minor else 0 end,
       v.status = 'arrived' or v.status in ('waiting', 'confirmed') and v.starts_at <= now()) as line
     from visits v join branches b on b.id = v.branch_id where v.tenant_id = $1 and v.contact_id is not null`,
    [tenantId],
  );
  await writeFile(path, `contact_id,day,status,paid,held\n${rows.map(({ line }) => line).join('\n')}\n`);
  return { path, remove: () => rm(folder, { recursive: true }) };
}
