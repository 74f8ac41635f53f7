import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { traitsOf } from '#contract/channels/kinds.ts';
import { dispatchChannelJob } from '#server/delivery/jobs.ts';
import { workDelivery } from '#server/delivery/workers.ts';
import { listRecipientsJob } from '#server/mailings/jobs.ts';
import { checkDueOfMailings } from '#server/mailings/sending/due.ts';
import { shortenLinks } from '#server/links/shortening-actions.ts';
import { workMailings } from '#server/mailings/workers.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { startJobs } from '#server/platform/runner/job-runner.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { aMailing } from './expansion.ts';
import { aBusiness, type Mailing, planMailing } from './ledger.ts';
import { percentile, startSink } from './machine.ts';
import { aProvider } from './mailing.ts';
import type { Segmented } from './segments.ts';

const NEIGHBOURS = 20;
/** Reminders of each neighbour in a round, one after another. */
const [EACH, APART_MS] = [20, 2_000];
/** A reminder has to be planned and its dispatch queued before it is due. */
const AHEAD_S = 5;
/** Time of a provider's answer. */
const ANSWER_MS = 100;

/** How late the reminders of neighbours leave, and how many messages the mailing sent meanwhile. */
export type Lateness = { p50: number; p99: number; sent: number };

/** Measures reminders of small tenants alone, then beside a mailing that lists its recipients and sends, in rounds. */
export async function measureNeighbours(
  { owner, ctx }: { owner: pg.Pool; ctx: Context },
  { tenantId }: Segmented,
  rounds: number,
): Promise<{ alone: Lateness; beside: Lateness }[]> {
  await owner.query('insert into contact_policies values ($1, 0, 0, 100, 7)', [tenantId]);
  const sink = await startSink(ANSWER_MS);
  const neighbours: Mailing[] = [];
  for (let n = 0; n < NEIGHBOURS; n++) neighbours.push(await aNeighbour(owner, ctx));
  const dueAt = new Map<string, number>();
  let [late, sent]: [number[], number] = [[], 0];
  const given = aProvider(ctx.http, sink.url);
  const provider: typeof given = {
    ...given,
    traits: traitsOf('dialog360'),
    send(call) {
      const due = dueAt.get(call.message.reference);
      if (due === undefined) sent++;
      else late.push(Date.now() - due);
      return given.send(call);
    },
  };
  const outside = {
    providers: new Map([['dialog360' as const, provider]]),
    dueChecks: new Map([['mailing' as const, checkDueOfMailings]]),
    shortenLinks,
  };
  const jobs = await startJobs(ctx, { takesCron: false }, (work, repeat) => {
    workDelivery(work, repeat, outside);
    workMailings(work, repeat);
  });
  let occurrence = 0;
  const remind = async (): Promise<Lateness> => {
    [late, sent] = [[], 0];
    occurrence++;
    for (const neighbour of neighbours) await planReminders(owner, ctx, { neighbour, occurrence, dueAt });
    const until = performance.now() + 1_000 * AHEAD_S + EACH * APART_MS + 60_000;
    while (late.length < NEIGHBOURS * EACH && performance.now() < until) await sleep(50);
    if (late.length < NEIGHBOURS * EACH) throw new Error(`Only ${late.length} reminders left.`);
    return { p50: percentile(late, 0.5), p99: percentile(late, 0.99), sent };
  };
  const found: { alone: Lateness; beside: Lateness }[] = [];
  for (let round = 0; round < rounds; round++) {
    const alone = await remind();
    const mailingId = await aMailing(owner, tenantId);
    await withTenant(ctx, tenantId, (scope) => enqueue(scope, listRecipientsJob, { tenantId, mailingId }));
    const beside = await remind();
    await owner.query(`update mailings set status = 'canceled' where id = $1`, [mailingId]);
    await owner.query(`delete from messages where tenant_id = $1 and phase = 'waiting'`, [tenantId]);
    found.push({ alone, beside });
  }
  await jobs.stop();
  sink.stop();
  return found;
}

async function aNeighbour(owner: pg.Pool, ctx: Context): Promise<Mailing> {
  const neighbour = await aBusiness(owner, ctx.vault, EACH);
  // NOTE: a sender without a due check here; the reminder is sent as it is stored.
  await owner.query(`update senders set kind = 'flow' where tenant_id = $1`, [neighbour.tenantId]);
  return neighbour;
}

type Reminders = { neighbour: Mailing; occurrence: number; dueAt: Map<string, number> };

async function planReminders(owner: pg.Pool, ctx: Context, { neighbour, occurrence, dueAt }: Reminders): Promise<void> {
  const { tenantId, channelId } = neighbour;
  const due = `now() + interval '${AHEAD_S} seconds' + n * interval '${APART_MS} ms'`;
  await planMailing(owner, neighbour, { count: EACH, occurrence, due });
  const { rows } = await owner.query(
    `update messages set is_marketing = false, priority = 1 where tenant_id = $1 and occurrence = $2 returning id, due_at`,
    [tenantId, occurrence],
  );
  for (const row of rows) dueAt.set(row.id, row.due_at.epochMilliseconds);
  await withTenant(ctx, tenantId, (scope) => enqueue(scope, dispatchChannelJob, { tenantId, channelId }));
}
