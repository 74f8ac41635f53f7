import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { settleDoubtsJob } from '#server/delivery/jobs.ts';
import { type Database, openDatabase, openPool, withTenant } from '#server/platform/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { judge } from './judge.ts';
import { freePort, type Program, startProgram, untilAnswers } from './processes.ts';
import { type AskWorld, planEverything, type Scene, type SceneSize, SECRET_KEY, setScene } from './scene.ts';

export type KillPlan = SceneSize & { kills: number; freezes: number; log(line: string): void };

/** What the simulator, as the judge, and the ledger say in the end. */
export type KillReport = {
  /** WhatsApp echoes our reference: each message exactly once. */
  whatsapp: { messages: number; accepted: number; lost: number; doubled: number; inLedger: Record<string, number> };
  /** Bots tell nothing: what is not known is listed, and is no more than was on its way at a kill. */
  telegram: {
    messages: number;
    accepted: number;
    lost: number;
    doubled: number;
    unknown: number;
    inFlightAtKills: number;
  };
  limitsExceeded: number;
  /** How often the simulators refused, by their codes. */
  refused: { whatsapp: Record<string, number>; telegram: Record<string, number> };
  /** From a kill until another process held the channel, for channels that had something due. */
  takeoversMs: number[];
  kills: number;
  freezes: number;
  tookMs: number;
};

type Worker = { program: Program; isFrozen: boolean };

/** Two workers send while they are killed and frozen at random moments; the world is the judge. */
export async function runKillTest(databaseUrl: string, plan: KillPlan): Promise<KillReport> {
  const startedAt = performance.now();
  const owner = openPool(databaseUrl, { max: 4, name: 'kill-test-owner' });
  const db = openDatabase(databaseUrl, { name: 'kill-test' });
  const [worldPort, smtpPort, webPort] = [await freePort(), await freePort(), await freePort()];
  const worldUrl = `http://127.0.0.1:${worldPort}`;
  const webUrl = `http://127.0.0.1:${webPort}`;
  const env = {
    DATABASE_URL: databaseUrl,
    FRONTDESK_SECRET_KEY: SECRET_KEY,
    PUBLIC_URL: webUrl,
    HOST: '127.0.0.1',
    PORT: String(webPort),
    DIALOG360_BASE_URL: `${worldUrl}/d360`,
    TELEGRAM_BASE_URL: `${worldUrl}/tg`,
    LOG_LEVEL: 'fatal',
    WORLD_PORT: String(worldPort),
    WORLD_SMTP_PORT: String(smtpPort),
  };
  const world = startProgram(['src/world/main.ts'], env);
  const web = startProgram(['src/server/main.ts', '--role', 'web'], env);
  const startWorker = (): Worker => ({
    program: startProgram(['src/server/main.ts', '--role', 'worker,cron'], env),
    isFrozen: false,
  });
  let workers: Worker[] = [];
  try {
    await Promise.all([untilAnswers(`${worldUrl}/_sim/health`), untilAnswers(`${webUrl}/health`)]);
    const ask = askWorld(worldUrl);
    for (const channel of ['d360', 'tg'])
      await ask('POST', '/_sim/behaviour', {
        channel,
        latencyMs: 20,
        latencyJitterMs: 30,
        statusDelayMs: 200,
        log: 'off',
      });
    const scene = await setScene(owner, ask, webUrl, plan);
    await planEverything(db, owner, scene, plan);
    workers = [startWorker(), startWorker()];
    const harm = await doHarm(owner, scene, plan, { workers, startWorker });
    await untilSent(owner, scene);
    await settle(owner, db, scene, ask);
    const verdicts = await judge(owner, scene, ask);
    const { inFlight, ...done } = harm;
    const telegram = { ...verdicts.telegram, inFlightAtKills: inFlight };
    return { ...verdicts, telegram, ...done, tookMs: performance.now() - startedAt };
  } finally {
    for (const { program } of workers) program.kill('SIGKILL');
    web.kill('SIGKILL');
    world.kill('SIGKILL');
    await Promise.all([...workers.map(({ program }) => program.ended), web.ended, world.ended]);
    await Promise.all([owner.end(), db.destroy()]);
  }
}

function askWorld(url: string): AskWorld {
  return async (method, path, body, headers = {}) => {
    const init =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
    const answer = await fetch(`${url}${path}`, { method, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  };
}

type Harm = { kills: number; freezes: number; takeoversMs: number[]; inFlight: number };

/** Kills and freezes at random moments while there is something to send, evenly over what is to be sent. */
async function doHarm(
  owner: pg.Pool,
  scene: Scene,
  plan: KillPlan,
  { workers, startWorker }: { workers: Worker[]; startWorker: () => Worker },
): Promise<Harm> {
  const harm: Harm = { kills: 0, freezes: 0, takeoversMs: [], inFlight: 0 };
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
      takeovers.push(freeze(victim, plan));
      continue;
    }
    // Whoever is to take over must be awake.
    while (workers.some(({ isFrozen }) => isFrozen)) await sleep(50);
    const held = await heldBy(owner, scene, victim.program.pid);
    victim.program.kill('SIGKILL');
    const killedAt = performance.now();
    await victim.program.ended;
    harm.kills++;
    harm.inFlight += await countSending(owner, scene);
    plan.log(`killed ${victim.program.pid}, which held ${held.length} channels`);
    takeovers.push(...held.map((one) => awaitTakeover(owner, scene, { ...one, killedAt, harm })));
    workers[workers.indexOf(victim)] = startWorker();
  }
  await Promise.all(takeovers);
  for (const { program } of workers) program.kill('SIGCONT');
  return harm;
}

/** Longer than a lease, so that its channels are taken over while it sleeps. */
async function freeze(victim: Worker, plan: KillPlan): Promise<void> {
  victim.isFrozen = true;
  victim.program.kill('SIGSTOP');
  plan.log(`froze ${victim.program.pid}`);
  await sleep(4_500 + Math.random() * 3_000);
  victim.program.kill('SIGCONT');
  victim.isFrozen = false;
}

type HeldChannel = { id: string; epoch: number };

async function heldBy(owner: pg.Pool, { tenantId }: Scene, pid: number): Promise<HeldChannel[]> {
  const { rows } = await owner.query(
    `select id, lease_epoch::int as epoch from channels where tenant_id = $1 and lease_holder like $2 and lease_until > clock_timestamp()`,
    [tenantId, `%:${pid}`],
  );
  return rows;
}

/** What is not taken over by then is taken by nobody. */
export const TAKEOVER_LIMIT_MS = 20_000;

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
    if (rows[0].is_taken) return void harm.takeoversMs.push(Math.round(performance.now() - killedAt));
    if (!rows[0].has_more) return;
    await sleep(25);
  }
  harm.takeoversMs.push(TAKEOVER_LIMIT_MS);
}

async function untilPlanned(owner: pg.Pool, scene: Scene, left: number): Promise<void> {
  while ((await countStatus(owner, scene, ['planned'])) > left) await sleep(50);
}

/** In flight on channels that tell nothing: what may be unknown for ever. */
async function countSending(owner: pg.Pool, { tenantId, bots }: Scene): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as count from messages where tenant_id = $1 and channel_id = any($2) and status = 'sending'`,
    [tenantId, bots],
  );
  return rows[0].count;
}

async function countStatus(owner: pg.Pool, { tenantId }: Scene, statuses: readonly string[]): Promise<number> {
  const { rows } = await owner.query(
    'select count(*)::int as count from messages where tenant_id = $1 and status = any($2)',
    [tenantId, statuses],
  );
  return rows[0].count;
}

const SENDING_LIMIT_MS = 600_000;

async function untilSent(owner: pg.Pool, scene: Scene): Promise<void> {
  const until = performance.now() + SENDING_LIMIT_MS;
  while ((await countStatus(owner, scene, ['planned', 'sending'])) > 0) {
    if (performance.now() > until) return;
    await sleep(200);
  }
}

/**
 * Waits until every status is in, lets the time pass in which one surely comes, and has what gave no sign sent again.
 */
async function settle(owner: pg.Pool, db: Database, scene: Scene, ask: AskWorld): Promise<void> {
  const { tenantId, numbers } = scene;
  for (let round = 0; round < 5; round++) {
    await ask('POST', '/_sim/settle', { withinMs: 5_000, timeoutMs: 60_000 });
    await untilNone(owner, `select count(*)::int as count from inbox where tenant_id = $1 and state = 'new'`, tenantId);
    await owner.query(
      `update messages set claimed_at = claimed_at - interval '10 minutes' where tenant_id = $1 and status = 'unknown'`,
      [tenantId],
    );
    for (const channelId of numbers)
      await withTenant(db, tenantId, (scope) => enqueue(scope, settleDoubtsJob, { tenantId, channelId }));
    await sleep(1_000);
    await untilSent(owner, scene);
    const { rows } = await owner.query(
      `select count(*)::int as count from messages where tenant_id = $1 and channel_id = any($2) and status = 'unknown'`,
      [tenantId, numbers],
    );
    if (rows[0].count === 0) break;
  }
  await ask('POST', '/_sim/settle', { withinMs: 5_000, timeoutMs: 60_000 });
  await untilNone(owner, `select count(*)::int as count from inbox where tenant_id = $1 and state = 'new'`, tenantId);
}

async function untilNone(owner: pg.Pool, counting: string, tenantId: string): Promise<void> {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const { rows } = await owner.query(counting, [tenantId]);
    if (rows[0].count === 0) return;
    await sleep(100);
  }
}
