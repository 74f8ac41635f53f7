import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrate } from '#server/platform/migrate.ts';
import { openPool } from '#server/platform/db.ts';
import { startDatabase } from '../scripts/database.ts';
import { aBigBusiness } from './big-house.ts';
import { claimCost, CUSTOMERS, lateness } from './claims.ts';
import { conversionListsOf, measureAll } from './conversion.ts';
import { pgbenchInserts, postWebhooks, startWebhookTarget } from './webhooks.ts';
import { aBusiness, planMailing } from './ledger.ts';
import { askList, listsOf } from './lists.ts';
import { benchContext, median, startRedis, startSink } from './machine.ts';
import { decisionCost, followingTimes, giveFlows, rehearsalCost } from './flows.ts';
import { bareLoop, bullmq, fetchLoop, frontdesk, graphileUnbatched } from './mailing.ts';
import { type Row, type Section, writeReport } from './report.ts';
import { startFigures } from './start.ts';
import { verdictListsOf, writeVerdicts } from './verdicts.ts';
import { startWeb } from './web.ts';

/** `npm run bench`: measures beside peers, interleaved, and writes docs/benchmarks.md. Give names of sections to run some alone. */
const ROUNDS = 7;
const MESSAGES = 10_000;
const BIG = { contacts: 200_000, conversations: 100_000, visits: 450_000, replies: 100_000 };
const HOUSE_OF_A_MILLION = { contacts: 200_000, conversations: 200, visits: 1_000_000, replies: 200 };
const SMALL = { contacts: 400, conversations: 200, visits: 1_000, replies: 200 };
const VERDICTS = [10_000, 100_000, 1_000_000];
const say = (line: string) => process.stdout.write(`${line}\n`);

let rows: Row[] = [];
const row = (what: string, figure: string, goal: string) => {
  say(`${what}: ${figure}${goal && ` (goal: ${goal})`}`);
  rows.push({ what, figure, goal });
};

const BENCHES: Record<Section, () => Promise<void>> = {
  mailing: benchMailing,
  pending: benchPending,
  webhooks: benchWebhooks,
  lists: benchLists,
  flows: benchFlows,
  verdicts: benchVerdicts,
  'verdicts-10m': () => benchVerdictsOf(10_000_000),
  conversion: benchConversion,
  start: benchStart,
};
/** It takes half an hour: measured when asked for. */
const ONLY_WHEN_ASKED: readonly string[] = ['verdicts-10m'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  say(`There is no ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
installPeers();
for (const [name, bench] of Object.entries(BENCHES) as [Section, () => Promise<void>][]) {
  if (asked.length === 0 ? ONLY_WHEN_ASKED.includes(name) : !asked.includes(name)) continue;
  rows = [];
  await bench();
  writeReport(name, rows);
}
process.exit(0);

async function benchMailing(): Promise<void> {
  await onDatabase(async ({ owner, ctx }) => {
    const sink = await startSink();
    const redis = await startRedis();
    if (!redis) say('redis-server is not on PATH: BullMQ is left out.');
    const mailing = await aBusiness(owner, ctx.vault, MESSAGES);
    const bench = { ctx, owner, sink: sink.url, redisPort: redis?.port ?? null, mailing, count: MESSAGES };
    const rates: Record<string, number[]> = { fetch: [], undici: [], ours: [], bullmq: [], graphile: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const found = {
        fetch: await fetchLoop(bench),
        undici: await bareLoop(bench),
        ours: await frontdesk(bench),
        bullmq: await bullmq(bench),
        graphile: await graphileUnbatched(bench),
      };
      say(
        `round ${round}: ${Object.entries(found)
          .map(([name, rate]) => `${name} ${Math.round(rate ?? 0)}/s`)
          .join(', ')}`,
      );
      if (round === 0) continue; // everything is warm after one
      for (const [name, rate] of Object.entries(found)) if (rate !== null) rates[name]?.push(rate);
    }
    sink.stop();
    redis?.stop();
    const of = (name: string) => rates[name] ?? [];
    const against = (peer: string) =>
      of(peer).length === 0
        ? 'not measured'
        : median(of('ours').map((rate, n) => rate / (of(peer)[n] ?? rate))).toFixed(2);
    row('mailing, messages a second', `${Math.round(median(of('ours')))}`, '');
    row(
      'mailing / bare HTTP loop with fetch',
      `${against('fetch')} (loop: ${Math.round(median(of('fetch')))}/s)`,
      '≥ 0.45',
    );
    row(
      'mailing / bare HTTP loop with undici alone',
      `${against('undici')} (loop: ${Math.round(median(of('undici')))}/s)`,
      '',
    );
    row('mailing / BullMQ', against('bullmq'), '≥ 2');
    row('mailing / graphile-worker unbatched', against('graphile'), '≥ 4.5');
  });
}

async function benchPending(): Promise<void> {
  await onDatabase(async ({ owner, ctx }) => {
    const mailing = await aBusiness(owner, ctx.vault, CUSTOMERS);
    const few = await claimCost(ctx, owner, mailing, 10_000);
    const many = await claimCost(ctx, owner, mailing, 1_000_000);
    const late = await lateness(ctx, owner, mailing, 20);
    row(
      'cost of a claim of 128: 1 M pending / 10 k pending',
      `${(many / few).toFixed(2)} (${many.toFixed(1)} ms / ${few.toFixed(1)} ms)`,
      '≤ 1.1',
    );
    row('lateness with 1 M pending, p99', `${Math.round(late)} ms`, '≤ 1 s');
  });
}

async function benchWebhooks(): Promise<void> {
  await onDatabase(async ({ owner, ctx, url }) => {
    const target = await startWebhookTarget(url, owner, await aBusiness(owner, ctx.vault, 10));
    const ours: { rate: number; p99: number }[] = [];
    const pgbench: number[] = [];
    for (let round = 0; round <= 5; round++) {
      const found = await postWebhooks(target, 5);
      const inserts = await pgbenchInserts(url, owner, 5);
      say(
        `round ${round}: ${Math.round(found.rate)}/s, p99 ${found.p99.toFixed(1)} ms; pgbench ${inserts ? Math.round(inserts) : '-'}/s`,
      );
      if (round === 0) continue;
      ours.push(found);
      if (inserts) pgbench.push(inserts);
    }
    await target.stop();
    const ratio =
      pgbench.length === 0
        ? 'pgbench is not on PATH'
        : median(ours.map(({ rate }, n) => rate / (pgbench[n] ?? rate))).toFixed(2);
    row(
      'webhooks / pgbench single inserts',
      `${ratio} (${Math.round(median(ours.map(({ rate }) => rate)))}/s)`,
      '≥ 0.65',
    );
    row('webhook, p99 at 64 connections', `${median(ours.map(({ p99 }) => p99)).toFixed(1)} ms`, '≤ 10 ms');
  });
}

async function benchLists(): Promise<void> {
  await onDatabase(async ({ owner, url }) => {
    const business = await aBigBusiness(owner, BIG);
    for (let n = 0; n < 50; n++) await aBigBusiness(owner, SMALL);
    await owner.query('vacuum analyze');
    await owner.query('checkpoint');
    const web = await startWeb(url);
    for (const list of await listsOf(owner, business)) {
      const { p50, p95 } = await askList(web.origin, business, list);
      row(
        `${list.name}, p95`,
        `${p95.toFixed(1)} ms (median: ${p50.toFixed(1)} ms)`,
        list.goalMs === null ? '' : `≤ ${list.goalMs} ms`,
      );
    }
    await web.stop();
  });
}

async function benchFlows(): Promise<void> {
  for (const visits of [48_000, 4_800]) {
    await onDatabase(async ({ owner, ctx }) => {
      const business = await aBigBusiness(owner, { contacts: visits / 4, conversations: 100, visits, replies: 100 });
      await owner.query('vacuum analyze');
      const twenty = await giveFlows(owner, business, 20);
      const cost = await decisionCost(ctx, owner, business);
      row(`an event of a visit, 20 flows, ${visits} visits: CPU`, `${cost.toFixed(1)} ms`, '≤ 5 ms');
      const { seconds, sent, megabytes } = await rehearsalCost(ctx, business, twenty.slice(0, 5));
      const played = `${Math.round((visits * 90) / 430)} visits × 5 flows`;
      row(
        `rehearsal of 90 days, ${played}`,
        `${seconds.toFixed(1)} s, ${sent} messages, ${Math.round(megabytes)} MB`,
        '≤ 20 s',
      );
    });
  }
  for (const pending of [10_000, 100_000, 1_000_000]) {
    await onDatabase(async ({ owner, ctx }) => {
      const mailing = await aBusiness(owner, ctx.vault, Math.min(pending, CUSTOMERS));
      const due = `now() + interval '30 days' + n * interval '1 ms'`;
      for (let planned = 0, occurrence = 1; planned < pending; planned += CUSTOMERS, occurrence++)
        await planMailing(owner, mailing, { count: Math.min(CUSTOMERS, pending - planned), occurrence, due });
      const business = await aBigBusiness(owner, { contacts: 5_000, conversations: 100, visits: 20_000, replies: 100 });
      await owner.query('vacuum analyze');
      await owner.query('checkpoint');
      const { p50, p99 } = await followingTimes(ctx, owner, business);
      const many = pending.toLocaleString('en');
      row(
        `a visit moved or cancelled until its messages are updated, ${many} planned, p99`,
        `${Math.round(p99)} ms (median: ${Math.round(p50)} ms)`,
        '≤ 200 ms',
      );
    });
  }
}

async function benchVerdicts(): Promise<void> {
  for (const count of VERDICTS) await benchVerdictsOf(count);
}

async function benchVerdictsOf(count: number): Promise<void> {
  await onDatabase(async ({ owner, url }) => {
    const contacts = Math.max(400, count / 50);
    const business = await aBigBusiness(owner, { contacts, conversations: 200, visits: contacts * 2, replies: 200 });
    const { bytesPerRow, bytesWithIndexes } = await writeVerdicts(owner, business, count);
    const many = count.toLocaleString('en');
    row(`${many} decisions: bytes of a row, with its indexes`, `${bytesPerRow}, ${bytesWithIndexes}`, '');
    const web = await startWeb(url);
    for (const list of await verdictListsOf(owner, business)) {
      const { p50, p95 } = await askList(web.origin, business, list);
      const goal = list.goalMs === null ? '' : `≤ ${list.goalMs} ms`;
      row(`${many} decisions: ${list.name}, p95`, `${p95.toFixed(1)} ms (median: ${p50.toFixed(1)} ms)`, goal);
    }
    await web.stop();
  });
}

async function benchConversion(): Promise<void> {
  await onDatabase(async ({ owner, url, ctx }) => {
    const business = await aBigBusiness(owner, HOUSE_OF_A_MILLION);
    const { facts, days, bytesPerFact, perSecond } = await measureAll(ctx, owner, business);
    row('conversion of a million visits: messages recomputed', `${perSecond} a second`, '');
    row('conversion: facts, daily sums, bytes of a fact', `${facts}, ${days}, ${bytesPerFact}`, '');
    const web = await startWeb(url);
    for (const list of await conversionListsOf(owner, business)) {
      const { p50, p95 } = await askList(web.origin, business, list);
      const goal = list.goalMs === null ? '' : `≤ ${list.goalMs} ms`;
      row(`a million visits: ${list.name}, p95`, `${p95.toFixed(1)} ms (median: ${p50.toFixed(1)} ms)`, goal);
    }
    await web.stop();
  });
}

async function benchStart(): Promise<void> {
  const { firstMs, warmMs, memory } = await startFigures();
  row('first start until a page', `${(firstMs / 1_000).toFixed(1)} s`, '');
  row('warm start until a page', `${(warmMs / 1_000).toFixed(1)} s`, '≤ 3 s');
  row(
    'memory 20 s after the page, without the database',
    memory === null
      ? 'not measured'
      : `${memory.family} MB (the server ${memory.server} MB, resident ${memory.serverResident} MB)`,
    '≤ 250 MB',
  );
}

type Place = { url: string; owner: ReturnType<typeof openPool>; ctx: ReturnType<typeof benchContext>['ctx'] };

async function onDatabase(work: (place: Place) => Promise<void>): Promise<void> {
  const database = await startDatabase({ durable: true });
  await migrate(database.url);
  const owner = openPool(database.url, { max: 20, name: 'bench' });
  const { ctx, close } = benchContext(database.url);
  try {
    await work({ url: database.url, owner, ctx });
  } finally {
    await Promise.all([owner.end(), close()]);
    await database.stop();
  }
}

function installPeers(): void {
  const folder = fileURLToPath(new URL('peers', import.meta.url));
  if (!existsSync(`${folder}/node_modules`)) execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
}
