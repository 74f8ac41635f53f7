import {
  aTenantOf,
  checkTimes,
  clearLists,
  type Cost,
  type ExpansionFigures,
  insertBare,
  listAll,
} from './expansion.ts';
import { aBusiness } from './ledger.ts';
import { median, startRedis, startSink } from './machine.ts';
import { bareLoop, bullmq, fetchLoop, frontdesk, graphileUnbatched } from './mailing.ts';
import { measureNeighbours } from './neighbours.ts';
import { tryOptOuts } from './opt-outs.ts';
import { onDatabase, row, say } from './reporting.ts';
import { startWeb } from './web.ts';

const ROUNDS = 7;
const MESSAGES = 10_000;
/** Recipients of the largest mailing. */
const RECIPIENTS = 1_000_000;

export async function benchMailing(): Promise<void> {
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

/** The run fails when a message leaves too late. */
export async function benchOptOuts(): Promise<void> {
  await onDatabase(async (place) => {
    const { trials, after, late, worstMs, p99Ms, sent } = await tryOptOuts(place);
    row('opt-outs in front of their message', `${trials} (the mailing sent ${sent})`, '10,000');
    row('messages that left more than 1 s after the opt-out', `${late}`, '0');
    row('messages that left after it at all', `${after} (p99: ${p99Ms} ms)`, '');
    row('the latest of them', `${worstMs} ms`, '≤ 1,000 ms');
    if (late > 0) process.exitCode = 1;
  });
}

export async function benchExpansion(): Promise<void> {
  await onDatabase(async (place) => {
    const { owner, ctx, url } = place;
    const asker = await aTenantOf(place, RECIPIENTS);
    const { tenantId } = asker;
    const rounds: { bare: Cost; listed: ExpansionFigures }[] = [];
    for (let round = 0; round < 2; round++) {
      const bare = await insertBare(owner, tenantId);
      await clearLists(owner);
      rounds.push({ bare, listed: await listAll(ctx, owner, tenantId) });
      await clearLists(owner);
    }
    const seconds = (read: (one: (typeof rounds)[number]) => number) => (median(rounds.map(read)) / 1_000).toFixed(1);
    const cpu = seconds(({ listed }) => listed.cpuMs);
    row(
      '1,000,000 recipients listed; processor time of it',
      `${seconds(({ listed }) => listed.ms)} s; ${cpu} s`,
      '≤ 15 s',
    );
    const ratio = median(rounds.map(({ bare, listed }) => listed.cpuMs / bare.cpuMs)).toFixed(2);
    const bare = `${seconds((one) => one.bare.ms)} s; ${seconds((one) => one.bare.cpuMs)} s`;
    row('processor time / that of the bare statement', `${ratio} (bare: ${bare})`, '');
    const { early, late, sessionEarly, sessionLate } = rounds[0]?.listed.memory ?? {};
    const memory = [early, late, sessionEarly, sessionLate].map((one) => Math.round(one ?? 0));
    row(
      'memory of the process; of its database session',
      `${memory[0]} → ${memory[1]} MB; ${memory[2]} → ${memory[3]} MB`,
      'steady',
    );
    const web = await startWeb(url);
    const { p50, p95 } = await checkTimes(web.origin, asker);
    await web.stop();
    row('check of a mailing to 1,000,000 contacts, p95', `${Math.round(p95)} ms (median: ${Math.round(p50)} ms)`, '');
  });
}

export async function benchNeighbours(): Promise<void> {
  await onDatabase(async (place) => {
    const tenant = await aTenantOf(place, RECIPIENTS);
    const rounds = await measureNeighbours(place, tenant, 3);
    for (const [n, { alone, beside }] of rounds.entries())
      say(`round ${n}: alone ${JSON.stringify(alone)}, beside ${JSON.stringify(beside)}`);
    const of = (read: (one: (typeof rounds)[number]) => number) => Math.round(median(rounds.map(read)));
    const ratio = median(rounds.map(({ alone, beside }) => beside.p99 / alone.p99)).toFixed(2);
    row(
      'lateness of reminders, p99: beside a mailing / alone',
      `${ratio} (${of(({ beside }) => beside.p99)} ms / ${of(({ alone }) => alone.p99)} ms)`,
      '≤ 1.5',
    );
    row(
      'lateness of reminders, median: beside a mailing, alone',
      `${of(({ beside }) => beside.p50)} ms, ${of(({ alone }) => alone.p50)} ms`,
      '',
    );
    row('messages that the mailing sent meanwhile', `${of(({ beside }) => beside.sent)}`, '');
  });
}
