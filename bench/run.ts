import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchAnalytics } from './analytics.ts';
import { sendByAdapters } from './adapters.ts';
import { aBigBusiness } from './big-house.ts';
import { claimCost, CUSTOMERS, lateness } from './claims.ts';
import { giveTalks, talkListsOf } from './conversations.ts';
import { conversionListsOf, measureAll } from './conversion.ts';
import { pgbenchInserts, postWebhooks, startWebhookTarget } from './webhooks.ts';
import { benchJudging } from './judging.ts';
import { aBusiness, planMailing } from './ledger.ts';
import { askList, listsOf } from './lists.ts';
import { countSessionCpu, median } from './machine.ts';
import { benchExpansion, benchMailing, benchNeighbours, benchOptOuts } from './mailings.ts';
import { decisionCost, followingTimes, giveFlows, rehearsalCost } from './flows.ts';
import { csvOf, type ImportFigures, readingCost, startImporter, workbookOf } from './imports.ts';
import { measurePages, PAGE_GOALS } from './pages.ts';
import { followLinks, giveLinks, type Redirected } from './redirects.ts';
import { type Section, writeReport } from './report.ts';
import { onDatabase, row, say, takeRows } from './reporting.ts';
import { aSegmentedTenant, countTimes, questionsOf } from './segments.ts';
import { benchSilence } from './silence.ts';
import { startFigures } from './start.ts';
import { verdictListsOf, writeVerdicts } from './verdicts.ts';
import { floodWithUploads } from './uploads.ts';
import { startBareRedirect, startWeb } from './web.ts';

/** `npm run bench`: measures beside peers, interleaved, and writes docs/benchmarks.md. Give names of sections to run some alone. */
const BIG = { contacts: 200_000, conversations: 100_000, visits: 450_000, replies: 100_000 };
const TALKATIVE = { contacts: 100_000, conversations: 100_000, visits: 1_000, replies: 1_000 };
const HOUSE_OF_A_MILLION = { contacts: 200_000, conversations: 200, visits: 1_000_000, replies: 200 };
const SMALL = { contacts: 400, conversations: 200, visits: 1_000, replies: 200 };
const VERDICTS = [10_000, 100_000, 1_000_000];
/** Rows of an imported list, and the largest lists that make a million. */
const LIST = 100_000;
const LARGEST = { rows: 200_000, lists: 5 };

const BENCHES: Record<Section, () => Promise<void>> = {
  mailing: benchMailing,
  'opt-outs': benchOptOuts,
  expansion: benchExpansion,
  neighbours: benchNeighbours,
  pending: benchPending,
  adapters: benchAdapters,
  webhooks: benchWebhooks,
  redirects: benchRedirects,
  lists: benchLists,
  conversations: benchConversations,
  flows: benchFlows,
  verdicts: benchVerdicts,
  'verdicts-10m': () => benchVerdictsOf(10_000_000),
  conversion: benchConversion,
  analytics: () => benchAnalytics(HOUSE_OF_A_MILLION),
  segments: benchSegments,
  silence: benchSilence,
  uploads: benchUploads,
  judging: async () => benchJudging(),
  imports: benchImports,
  start: benchStart,
  pages: benchPages,
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
  await bench();
  writeReport(name, takeRows());
}
process.exit();

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

async function benchAdapters(): Promise<void> {
  // NOTE: for a trial of the section itself.
  const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
  const found = await sendByAdapters({
    seconds,
    rounds: 5,
    note: ({ name, ours, bare }, round) =>
      say(`${name}, round ${round}: ${Math.round(ours)}/s; undici ${Math.round(bare)}/s`),
  });
  for (const [name, rates] of Map.groupBy(found, (one) => one.name)) {
    const ratio = median(rates.map(({ ours, bare }) => ours / bare)).toFixed(2);
    const [ours, bare] = [median(rates.map((one) => one.ours)), median(rates.map((one) => one.bare))];
    row(`${name}: sends / undici alone`, `${ratio} (${Math.round(ours)}/s / ${Math.round(bare)}/s)`, '');
  }
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

async function benchRedirects(): Promise<void> {
  await onDatabase(async ({ owner, ctx, url }) => {
    const { tenantId } = await aBusiness(owner, ctx.vault, 10);
    await giveLinks(owner, tenantId);
    const [web, bare] = [await startWeb(url), await startBareRedirect()];
    const rounds: { ours: Redirected; bare: Redirected; full: Redirected }[] = [];
    for (let round = 0; round <= 5; round++) {
      const found = {
        ours: await followLinks(web.origin, { seconds: 5, pauseMs: 100 }),
        bare: await followLinks(bare.origin, { seconds: 5, pauseMs: 100 }),
        full: await followLinks(web.origin, { seconds: 5, pauseMs: 0 }),
      };
      say(
        `round ${round}: p99 ${found.ours.p99.toFixed(1)} ms, of a bare route ${found.bare.p99.toFixed(1)} ms; without pause ${Math.round(found.full.rate)}/s`,
      );
      if (round > 0) rounds.push(found);
    }
    await web.stop();
    await bare.stop();
    const of = (whose: 'ours' | 'bare' | 'full', figure: keyof Redirected) =>
      median(rounds.map((found) => found[whose][figure]));
    const p99And50 = (whose: 'ours' | 'bare') =>
      `${of(whose, 'p99').toFixed(1)} ms (median: ${of(whose, 'p50').toFixed(1)} ms)`;
    row(`a redirect, p99 at 64 connections, ${Math.round(of('ours', 'rate'))}/s`, p99And50('ours'), '≤ 5 ms');
    row('a bare route of Fastify in the same rounds, p99', p99And50('bare'), '');
    row('redirects over 64 connections without pause', `${Math.round(of('full', 'rate'))}/s`, '');
    row('a redirect, p99 without pause', `${of('full', 'p99').toFixed(1)} ms`, '');
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

async function benchConversations(): Promise<void> {
  await onDatabase(async ({ owner, url }) => {
    const business = await aBigBusiness(owner, TALKATIVE);
    await giveTalks(owner, business);
    for (let n = 0; n < 50; n++) await giveTalks(owner, await aBigBusiness(owner, SMALL));
    await owner.query('vacuum analyze');
    await owner.query('checkpoint');
    const web = await startWeb(url);
    for (const list of await talkListsOf(owner, business)) {
      const { p50, p95 } = await askList(web.origin, business, list);
      row(`${list.name}, p95`, `${p95.toFixed(1)} ms (median: ${p50.toFixed(1)} ms)`, `≤ ${list.goalMs} ms`);
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

async function benchSegments(): Promise<void> {
  await onDatabase(async ({ owner, url }) => {
    const tenant = await aSegmentedTenant(owner);
    const web = await startWeb(url);
    for (const question of await questionsOf(owner, tenant)) {
      const readCpuMs = await countSessionCpu(owner);
      const { p50, p95, count, times } = await countTimes(web.origin, tenant, question);
      const cpu = Math.round((await readCpuMs()) / times);
      const figure = `${Math.round(p95)} ms (median: ${Math.round(p50)} ms, processor: ${cpu} ms; ${count.toLocaleString('en')} contacts)`;
      row(`live count by ${question.name}, p95`, figure, '≤ 300 ms');
    }
    await web.stop();
  });
}

async function benchUploads(): Promise<void> {
  await onDatabase(async ({ url }) => {
    const rounds = await floodWithUploads(url);
    for (const { answers } of rounds) say(`answers to the uploads: ${answers}`);
    const growth = rounds.map(({ growthMegabytes }) => Math.round(growthMegabytes));
    row(
      "memory of the web role, growth at its peak beyond that of the neighbour's calls, each round",
      `${growth.join(', ')} MB`,
      '≤ 64 MB',
    );
    const ratios = rounds.map(({ floodP99, quietP99 }) => floodP99 / quietP99);
    const millis = rounds.map(({ floodP99, quietP99 }) => `${floodP99.toFixed(1)} / ${quietP99.toFixed(1)}`);
    say(`p99 with the flood / without, ms: ${millis.join(', ')}`);
    const ofRounds = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
    row("a neighbour's p99 with the flood / without", `${median(ratios).toFixed(2)} (rounds: ${ofRounds})`, '≤ 1.5');
  });
}

async function benchImports(): Promise<void> {
  const folder = await mkdtemp(`${tmpdir()}/frontdesk-bench-`);
  for (const [format, bytes] of [
    ['csv', csvOf(LIST)],
    ['xlsx', await workbookOf(LIST)],
  ] as const) {
    const path = `${folder}/list.${format}`;
    await writeFile(path, bytes);
    const { rows, ms, megabytes } = await readingCost(path, format);
    row(
      `${rows.toLocaleString('en')} rows × 5 of ${format.toUpperCase()} read, time and peak of the process`,
      `${(ms / 1_000).toFixed(1)} s, ${Math.round(megabytes)} MB`,
      format === 'xlsx' ? '1 s, 110 MB beyond an empty process' : '',
    );
  }
  await rm(folder, { recursive: true });
  await onDatabase(async ({ url }) => {
    const importer = await startImporter(url);
    const tell = (what: string, { draftMs, importMs, list, worker, web }: ImportFigures) => {
      const { rows, created, updated, unchanged, duplicates, rejected } = list;
      say(
        `${what}: ${JSON.stringify({ status: list.status, rows, created, updated, unchanged, duplicates, rejected })}`,
      );
      row(
        `${what}: columns shown after, imported in`,
        `${(draftMs / 1_000).toFixed(1)} s, ${(importMs / 1_000).toFixed(1)} s (${Math.round((rows / importMs) * 1_000)} rows a second)`,
        '≤ 12 s per 100,000',
      );
      const memory = ({ before, early, late, peak }: ImportFigures['web']) =>
        `${[before, early, late, peak].map(Math.round).join(' → ')} MB`;
      row(
        `${what}: memory of worker and web: before, first third, last third, peak`,
        `${memory(worker)}; ${memory(web)}`,
        '',
      );
    };
    tell('100,000 new contacts of CSV', await importer.run(csvOf(LIST), 'list.csv'));
    tell('100,000 new contacts of XLSX', await importer.run(await workbookOf(LIST, LIST), 'list.xlsx'));
    tell('the same CSV again', await importer.run(csvOf(LIST), 'again.csv'));
    const beganAt = performance.now();
    for (let n = 0; n < LARGEST.lists; n++) {
      const figures = await importer.run(csvOf(LARGEST.rows, 2 * LIST + n * LARGEST.rows), `${n}.csv`);
      if (n === LARGEST.lists - 1) tell('the last of five lists of 200,000', figures);
    }
    row('a million new contacts in five lists', `${((performance.now() - beganAt) / 1_000).toFixed(0)} s`, '≤ 120 s');
    await importer.stop();
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

/** The run fails when a page misses its goal. */
async function benchPages(): Promise<void> {
  const measured = await measurePages();
  for (const { path, performance, accessibility, lcpMs, tbtMs, cls, failed, isGood } of measured) {
    const figure = `${performance} of 100 (largest paint ${(lcpMs / 1_000).toFixed(1)} s, blocked ${Math.round(tbtMs)} ms, shift ${cls.toFixed(3)}), accessibility ${accessibility}`;
    row(path, figure, `≥ ${PAGE_GOALS.performance}, ≤ ${PAGE_GOALS.lcpMs / 1_000} s, ${PAGE_GOALS.accessibility}`);
    if (!isGood) say(`  ${failed.join('\n  ')}`);
  }
  if (!measured.every(({ isGood }) => isGood)) process.exitCode = 1;
}

function installPeers(): void {
  const folder = fileURLToPath(new URL('peers', import.meta.url));
  if (!existsSync(`${folder}/node_modules`)) execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
}
