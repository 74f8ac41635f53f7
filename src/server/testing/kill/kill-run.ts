import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freeze, type House, openHouse } from './house.ts';
import { judge } from './judge.ts';
import { passOnMeanwhile } from './passing.ts';
import { planEverything, type Scene, type SceneSize, setScene } from './scene.ts';
import { countStatus, resolveUnknownOutcomes } from './settling.ts';

export type KillPlan = SceneSize & { kills: number; freezes: number; log(line: string): void };

/** The final counts of the simulator, as the judge, and of the ledger. */
export type KillReport = {
  /** WhatsApp echoes our reference: each message exactly once on each number that it went through. */
  whatsapp: {
    messages: number;
    accepted: number;
    /** Messages that went on from one number to another. */
    passed: number;
    lost: number;
    doubled: number;
    inLedger: Record<string, number>;
  };
  /** Bots report no status: unknown outcomes are listed, and are at most the messages in flight at a kill. */
  telegram: {
    messages: number;
    accepted: number;
    lost: number;
    doubled: number;
    unknown: number;
    inFlightAtKills: number;
  };
  limitsExceeded: number;
  /** Refusals of the simulators by their codes. */
  refused: { whatsapp: Record<string, number>; telegram: Record<string, number> };
  /** Milliseconds from a kill, or from a freeze of the other worker after it, until a process held a channel with due messages. */
  takeoversMs: number[];
  kills: number;
  freezes: number;
  tookMs: number;
};

/** Two workers send while they are killed and frozen at random moments; the world is the judge. */
export async function runKillTest(databaseUrl: string, plan: KillPlan): Promise<KillReport> {
  const startedAt = performance.now();
  const house = await openHouse(databaseUrl);
  const { owner, db, request } = house;
  try {
    const scene = await setScene(owner, request, house.webUrl, plan);
    await planEverything(db, owner, scene, plan);
    house.startWorkers(2);
    const passing = passOnMeanwhile(house, scene);
    const harm = await doHarm(house, scene, plan);
    await passing.stop();
    await resolveUnknownOutcomes(house, scene);
    const verdicts = await judge(owner, scene, request);
    const { inFlight, lastFreezeAt: _, ...done } = harm;
    const telegram = { ...verdicts.telegram, inFlightAtKills: inFlight };
    return { ...verdicts, telegram, ...done, tookMs: performance.now() - startedAt };
  } finally {
    await house.close();
  }
}

type Harm = {
  kills: number;
  freezes: number;
  /** By `performance.now()`. */
  lastFreezeAt: number;
  takeoversMs: number[];
  inFlight: number;
};

/** Kills and freezes workers at random moments, evenly over the messages. */
async function doHarm(house: House, scene: Scene, plan: KillPlan): Promise<Harm> {
  const { owner, workers } = house;
  const harm: Harm = { kills: 0, freezes: 0, lastFreezeAt: 0, takeoversMs: [], inFlight: 0 };
  const total = plan.kills + plan.freezes;
  const all = plan.messages + plan.bots * plan.botMessages;
  const takeovers: Promise<void>[] = [];
  for (let n = 0; n < total; n++) {
    const left = all * (1 - (n + 0.5 + Math.random() * 0.5) / (total + 1));
    await untilPlanned(owner, scene, left);
    const awake = workers.filter(({ isFrozen }) => !isFrozen);
    const victim = awake[Math.floor(Math.random() * awake.length)];
    if (!victim) continue;
    if (n % Math.ceil(total / Math.max(1, plan.freezes)) === 1 && harm.freezes < plan.freezes) {
      harm.freezes++;
      harm.lastFreezeAt = performance.now();
      plan.log(`froze ${victim.program.pid}`);
      takeovers.push(freeze(victim));
      continue;
    }
    // The worker that takes over must not be frozen.
    while (workers.some(({ isFrozen }) => isFrozen)) await sleep(50);
    const held = await heldBy(owner, scene, victim.program.pid);
    const killedAt = performance.now();
    await house.killAndReplace(victim);
    harm.kills++;
    harm.inFlight += await countSending(owner, scene);
    plan.log(`killed ${victim.program.pid}, which held ${held.length} channels`);
    takeovers.push(...held.map((one) => awaitTakeover(owner, scene, { ...one, killedAt, harm })));
  }
  await Promise.all(takeovers);
  for (const { program } of workers) program.kill('SIGCONT');
  return harm;
}

type HeldChannel = { id: string; epoch: number };

async function heldBy(owner: pg.Pool, { tenantId }: Scene, pid: number): Promise<HeldChannel[]> {
  const { rows } = await owner.query(
    `select id, lease_epoch::int as epoch from channels where tenant_id = $1 and lease_holder like $2 and lease_until > clock_timestamp()`,
    [tenantId, `%:${pid}`],
  );
  return rows;
}

/** A takeover that takes longer has failed. It takes 4 s; beside other work that leaves a worker a tenth of a core, over 20. */
export const TAKEOVER_LIMIT_MS = 60_000;

async function awaitTakeover(
  owner: pg.Pool,
  { tenantId }: Scene,
  { id, epoch, killedAt, harm }: HeldChannel & { killedAt: number; harm: Harm },
): Promise<void> {
  while (performance.now() - killedAt < TAKEOVER_LIMIT_MS) {
    const { rows } = await owner.query(
      `select lease_epoch > $3 as is_taken,
         exists (select from messages where tenant_id = $1 and channel_id = $2 and status = 'planned') as has_more
       from channels where tenant_id = $1 and id = $2`,
      [tenantId, id, epoch],
    );
    if (rows[0].is_taken) {
      const since = Math.max(killedAt, harm.lastFreezeAt);
      return void harm.takeoversMs.push(Math.round(performance.now() - since));
    }
    if (!rows[0].has_more) return;
    await sleep(25);
  }
  harm.takeoversMs.push(TAKEOVER_LIMIT_MS);
}

async function untilPlanned(owner: pg.Pool, scene: Scene, left: number): Promise<void> {
  while ((await countStatus(owner, scene, ['planned'])) > left) await sleep(50);
}

/** Counts messages in flight on channels without statuses, whose outcome may stay unknown. */
async function countSending(owner: pg.Pool, { tenantId, bots }: Scene): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as count from messages where tenant_id = $1 and channel_id = any($2) and status = 'sending'`,
    [tenantId, bots],
  );
  return rows[0].count;
}
