import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { migrate } from '#server/platform/migrate.ts';
import { openPool } from '#server/platform/db.ts';
import { startDatabase } from '../scripts/database.ts';
import { aBigBusiness } from './big-house.ts';
import { claimCost, CUSTOMERS, lateness } from './claims.ts';
import { conversionListsOf, measureAll } from './conversion.ts';
import { pgbenchInserts, postHooks, startHookTarget } from './hooks.ts';
import { aBusiness, planMailing } from './ledger.ts';
import { askList, listsOf } from './lists.ts';
import { benchContext, median, startRedis, startSink } from './machine.ts';
import { decisionCost, followingTimes, giveFlows, rehearsalCost } from './flows.ts';
import { bareLoop, bullmq, fetchLoop, frontdesk, graphileUnbatched } from './mailing.ts';
import { startFigures } from './start.ts';
import { verdictListsOf, writeVerdicts } from './verdicts.ts';
import { startWeb } from './web.ts';

/** `npm run bench`: measures beside peers, interleaved, and writes docs/benchmarks.md. Give names to run some alone. */
const REPORT = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
/** From here on the report is written by a person, and stays. */
const BY_HAND = '\n## What stands in the way';
const ROUNDS = 7;
const MESSAGES = 10_000;
const BIG = { contacts: 200_000, conversations: 100_000, visits: 450_000, replies: 100_000 };
const HOUSE_OF_A_MILLION = { contacts: 200_000, conversations: 200, visits: 1_000_000, replies: 200 };
const SMALL = { contacts: 400, conversations: 200, visits: 1_000, replies: 200 };
const VERDICTS = [10_000, 100_000, 1_000_000];
const asked = process.argv.slice(2);
const wants = (name: string) => asked.length === 0 || asked.includes(name);
const say = (line: string) => process.stdout.write(`${line}\n`);
const rows: string[] = [];
const row = (what: string, figure: string, goal: string) => {
  say(`${what}: ${figure} (goal: ${goal})`);
  rows.push(`| ${what} | ${figure} | ${goal} |`);
};

installPeers();
if (wants('mailing')) await benchMailing();
if (wants('pending')) await benchPending();
if (wants('hooks')) await benchHooks();
if (wants('lists')) await benchLists();
if (wants('flows')) await benchFlows();
if (wants('verdicts')) for (const count of VERDICTS) await benchVerdicts(count);
if (asked.includes('verdicts-10m')) await benchVerdicts(10_000_000);
if (wants('conversion')) await benchConversion();
if (wants('start')) await benchStart();
if (asked.length === 0) writeReport();
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

async function benchHooks(): Promise<void> {
  await onDatabase(async ({ owner, ctx, url }) => {
    const target = await startHookTarget(url, owner, await aBusiness(owner, ctx.vault, 10));
    const ours: { rate: number; p99: number }[] = [];
    const pgbench: number[] = [];
    for (let round = 0; round <= 5; round++) {
      const found = await postHooks(target, 5);
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
  for (const visits of [4_800, 48_000]) {
    await onDatabase(async ({ owner, ctx }) => {
      const business = await aBigBusiness(owner, { contacts: visits / 4, conversations: 100, visits, replies: 100 });
      await owner.query('vacuum analyze');
      const twenty = await giveFlows(owner, business, 20);
      const cost = await decisionCost(ctx, owner, business);
      row(`an event of a visit and 20 flows, ${visits} visits: CPU`, `${cost.toFixed(1)} ms`, '≤ 5 ms');
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
      const { p50, p99 } = await followingTimes(ctx, owner, business);
      const many = pending.toLocaleString('en');
      row(
        `a visit moved or cancelled until its messages follow, ${many} planned, p99`,
        `${Math.round(p99)} ms (median: ${Math.round(p50)} ms)`,
        '≤ 200 ms',
      );
    });
  }
}

/** Ten million take a quarter of an hour and are measured when asked for: `npm run bench verdicts-10m`. */
async function benchVerdicts(count: number): Promise<void> {
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
    row('conversion of a million visits: messages measured anew', `${perSecond} a second`, '');
    row('conversion: messages, sums by day, bytes of a message', `${facts}, ${days}, ${bytesPerFact}`, '');
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

function writeReport(): void {
  const [cpu] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const text = `# Benchmarks

Written by \`npm run bench\` on ${day}. Every contender runs in each round, one after another; a ratio is the median of the rounds' ratios, after one round to warm up.

Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.versions.node}, the embedded PostgreSQL with its default durability; load before: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}.

| what | measured | goal |
|---|---|---|
${rows.join('\n')}

## What is compared

- **mailing**: ${MESSAGES} due rows of the ledger, decided and rendered for each customer, sent over HTTP to a server in a process of its own that answers at once, recorded. The ledger is the product's own, with all its indexes; commits are durable.
- **bare HTTP loop**: 64 calls at once, each with a body of its own and its answer parsed; nothing is decided or recorded, and no database is asked. With \`fetch\`, as a script would have it, and with undici's \`request\`, the leanest client for Node, which is also the product's.
- **BullMQ**, **graphile-worker unbatched**: a job for each recipient; its handler reads the row, renders, sends, and updates the row of the same ledger. Redis keeps nothing on disk.
- **claim**: the statement that finds what is due, with all that is joined to it.
- **conversations, threads, message log, stories, contacts, visits, flows, home**: a cabinet with a million messages, 200,000 contacts and 100,000 conversations, beside fifty small ones; 300 different requests of each kind over HTTP to the product's web role in a process of its own, one after another, from request to the whole answer.
- **decisions**: one cabinet with so many decisions of thirteen months, four in ten of them against a message; 200 different requests of each kind over HTTP, as above.
- **webhooks**: posts of 360dialog's shape over 64 connections against the product's web role in a process of its own; each is verified and stored before it is answered. \`pgbench\`: single inserts of such a row over 64 connections, without HTTP.
`;
  const former = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '';
  const byHand = former.includes(BY_HAND) ? former.slice(former.indexOf(BY_HAND)) : '';
  writeFileSync(REPORT, text + byHand);
}
