import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Cabinet, inBatches, KILLED_KINDS, openCabinet, person, saveNextVersion } from './flows-scene.ts';
import { readSent, type Sent } from './flows-judge.ts';
import { freeze, type House, openHouse } from './house.ts';
import { type KilledRehearsal, rehearseKilled } from './rehearsal-run.ts';
import { listCountMismatches } from './recount.ts';
import { resolveUnknownOutcomes } from './settling.ts';

/** `each`: messages of each kind. `sleepers`: customers with a birthday on another day, whom only rehearsals read. */
export type FlowKillPlan = {
  each: number;
  saves: number;
  kills: number;
  sleepers: number;
  log(line: string): void;
};

export type FlowKillReport = Sent & {
  /** Counters that differ from a recount. */
  miscounted: string[];
  rehearsal: KilledRehearsal;
  tookMs: number;
};

/**
 * Runs flows of every kind triggered by the API and one triggered by the clock, while workers are killed and frozen, the web process is
 * killed during requests, and new versions are saved; then a rehearsal whose workers are killed midway.
 */
export async function runFlowKillTest(databaseUrl: string, plan: FlowKillPlan): Promise<FlowKillReport> {
  const startedAt = performance.now();
  const house = await openHouse(databaseUrl);
  const { owner } = house;
  try {
    house.startWorkers(2);
    const cabinet = await openCabinet(house, { people: plan.each });
    await Promise.all([
      postEverything(cabinet, plan),
      saveVersions(house, cabinet, plan),
      doHarm(house, cabinet, plan),
    ]);
    await untilPlanned(owner, cabinet, plan.each * KILLED_KINDS.length);
    await resolveUnknownOutcomes(house, { tenantId: cabinet.tenantId, numbers: [cabinet.channelId] });
    const rehearsal = await rehearseKilled(house, cabinet, plan);
    const sent = await readSent(house, cabinet);
    const miscounted = await listCountMismatches(owner, cabinet);
    return { ...sent, miscounted, rehearsal, tookMs: performance.now() - startedAt };
  } finally {
    await house.close();
  }
}

async function postEverything({ post }: Cabinet, { each }: FlowKillPlan): Promise<void> {
  const ago = Temporal.Now.instant().subtract({ minutes: 10 }).toString();
  const order = (n: number, status: string) => ({ externalId: `o${n}`, client: person('order_status', n), status });
  await Promise.all([
    inBatches(
      each,
      (n) => order(n, 'WaitCooking'),
      (items) => post('orders', items),
    ).then(() =>
      inBatches(
        each,
        (n) => order(n, 'OnWay'),
        (items) => post('orders', items),
      ),
    ),
    inBatches(
      each,
      (n) => ({
        externalId: `c${n}`,
        client: person('abandoned_cart', n),
        items: [{ title: 'Tulips' }],
        updatedAt: ago,
      }),
      (items) => post('carts', items),
    ),
    // Posted without an external id: the idempotency key alone identifies the item.
    inBatches(
      each,
      (n) => ({ name: 'bonus', client: person('api_event', n) }),
      (items) => post('custom', items),
    ),
  ]);
}

/** Saves versions evenly over the planning, so that contacts enter each version. */
async function saveVersions({ owner }: House, cabinet: Cabinet, { each, saves }: FlowKillPlan): Promise<void> {
  const all = each * KILLED_KINDS.length;
  for (let n = 0; n < saves; n++) {
    await untilPlanned(owner, cabinet, (all * (n + 0.5)) / (saves + 1));
    for (const flow of cabinet.flows.values()) await saveNextVersion(cabinet, flow);
  }
}

/** Kills workers evenly over the messages; before the first kill it kills the web process, then freezes one worker. */
async function doHarm(house: House, cabinet: Cabinet, { each, kills, log }: FlowKillPlan): Promise<void> {
  const all = each * KILLED_KINDS.length;
  await untilPlanned(house.owner, cabinet, all * 0.05);
  await house.killWeb();
  log('killed the web process');
  const frozen = house.workers[0];
  const thaw = frozen && freeze(frozen);
  log('froze a worker');
  for (let n = 0; n < kills; n++) {
    await untilPlanned(house.owner, cabinet, (all * (n + 0.5 + Math.random() * 0.5)) / (kills + 1));
    const awake = house.workers.filter(({ isFrozen }) => !isFrozen);
    const victim = awake[Math.floor(Math.random() * awake.length)];
    if (victim) await house.killAndReplace(victim);
    log(`killed a worker: ${n + 1}`);
  }
  await thaw;
}

const PLANNING_LIMIT_MS = 60_000;

/** Waits until so many live messages are planned, or planning has ended. */
async function untilPlanned(owner: pg.Pool, { tenantId }: Cabinet, count: number): Promise<void> {
  const until = performance.now() + PLANNING_LIMIT_MS;
  while (performance.now() < until) {
    const { rows } = await owner.query(
      'select count(*)::int as count from messages where tenant_id = $1 and not is_test',
      [tenantId],
    );
    if (rows[0].count >= count) return;
    await sleep(20);
  }
}
