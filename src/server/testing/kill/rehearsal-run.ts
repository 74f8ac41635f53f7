import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startRehearsal } from '#contract/rehearsal/calls.ts';
import type { Cabinet } from './flows-scene.ts';
import type { House } from './house.ts';

export type KilledRehearsal = {
  /** Customers simulated when every worker was killed, of how many. */
  killedAt: number;
  of: number;
  status: string;
  /** Rows that only one of the killed and the undisturbed rehearsal has. */
  differences: number;
};

/** Rehearses all flows twice, once with all workers killed midway. */
export async function rehearseKilled(
  house: House,
  cabinet: Cabinet,
  { sleepers }: { sleepers: number },
): Promise<KilledRehearsal> {
  const { owner } = house;
  await insertSleepers(owner, cabinet, sleepers);
  const killed = await start(cabinet);
  await untilReached(owner, killed, 1);
  const victims = [...house.workers];
  for (const victim of victims) victim.program.kill('SIGKILL');
  const { done, total } = await progressOf(owner, killed);
  for (const victim of victims) await house.killAndReplace(victim);
  const { status } = await untilReached(owner, killed, null);
  const unharmed = await start(cabinet);
  await untilReached(owner, unharmed, null);
  return { killedAt: done, of: total, status, differences: await countDifferences(owner, killed, unharmed) };
}

/** Inserts contacts with a birthday half a year away, whom a rehearsal must read. */
async function insertSleepers(owner: pg.Pool, { tenantId }: Cabinet, count: number): Promise<void> {
  await owner.query(
    `insert into contacts (tenant_id, id, name, birth_date, created_at)
     select $1, gen_random_uuid(), 'Ivan', (now() - interval '30 years 6 months')::date, now() from generate_series(1, $2)`,
    [tenantId, count],
  );
}

async function start({ request, flows }: Cabinet): Promise<string> {
  const flowIds = [...flows.values()].map(({ id }) => id);
  const started = await request(startRehearsal, { body: { days: 7, flowIds } });
  if (started.status !== 200) throw new Error(`Not rehearsed: ${JSON.stringify(started.body)}`);
  return started.body.id;
}

type Progress = { done: number; total: number; status: string };

async function progressOf(owner: pg.Pool, id: string): Promise<Progress> {
  const { rows } = await owner.query<Progress>('select done, total, status from rehearsals where id = $1', [id]);
  const [row] = rows;
  if (!row) throw new Error('There is no such rehearsal');
  return row;
}

const REHEARSAL_LIMIT_MS = 60_000;

/** @param done the number of customers; null for the end */
async function untilReached(owner: pg.Pool, id: string, done: number | null): Promise<Progress> {
  const until = performance.now() + REHEARSAL_LIMIT_MS;
  for (;;) {
    const progress = await progressOf(owner, id);
    const isThere = progress.status !== 'running' || (done !== null && progress.done >= done);
    if (isThere || performance.now() > until) return progress;
    await sleep(5);
  }
}

async function countDifferences(owner: pg.Pool, one: string, other: string): Promise<number> {
  const lines = (id: string) =>
    `select flow_index, contact_id, subject_id, outcome, rule, at, body from rehearsal_rows where rehearsal_id = ${id}`;
  const { rows } = await owner.query(
    `select count(*)::int as count from (
       (${lines('$1')} except all ${lines('$2')}) union all (${lines('$2')} except all ${lines('$1')})) differing`,
    [one, other],
  );
  return rows[0].count;
}
