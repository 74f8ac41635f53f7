import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Agent, request } from 'undici';
import { ContactId } from '#contract/contacts/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import { optOutByLink } from '#server/contacts/opt-outs/ignore-link-actions.ts';
import { dispatchChannelJob } from '#server/delivery/jobs.ts';
import { workDelivery } from '#server/delivery/workers.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { startJobs } from '#server/platform/runner/job-runner.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { aBusiness, type Mailing, planMailing } from './ledger.ts';
import { percentile, startSink } from './machine.ts';
import { aProvider, render } from './mailing.ts';
import { startWebhookTarget, type WebhookTarget } from './webhooks.ts';

const TRIALS = 10_000;
const CUSTOMERS = 100_000;
/** An answer of a provider over the internet; 64 calls at once make 160 messages a second. */
const ANSWER_MS = 400;
/** Trials are about contacts whose message is this near: claimed, or claimed next. */
const NEXT = 700;
const LINK_PAUSE_MS = 25;
const POLL_MS = 20;

type Customer = { contactId: ContactId; phone: string };
type Trial = Customer & { at: number };

export type OptOutFigures = {
  trials: number;
  after: number;
  late: number;
  worstMs: number;
  p99Ms: number;
  sent: number;
};

/**
 * Opts contacts out while a mailing leaves, each in front of their own message: by a word and by a button in a webhook,
 * and by the link. A delay is from before the request until the message arrives at the provider.
 */
export async function tryOptOuts({ url, owner, ctx }: { url: string; owner: pg.Pool; ctx: Context }) {
  const sink = await startSink(ANSWER_MS);
  const mailing = await aBusiness(owner, ctx.vault, CUSTOMERS);
  const target = await startWebhookTarget(url, owner, mailing);
  await planMailing(owner, mailing, { count: CUSTOMERS, occurrence: 1 });
  const line = await readLine(owner, mailing);
  const known = createProviders(ctx).channels.get('dialog360');
  if (!known) throw new Error('The provider is gone');
  const provider = { ...aProvider(ctx.http, sink.url), verify: known.verify, read: known.read };
  let sent = 0;
  const counting: typeof provider = {
    ...provider,
    send(call) {
      sent++;
      return provider.send(call);
    },
  };
  const outside = {
    providers: new Map([['dialog360' as const, counting]]),
    dueChecks: new Map([['mailing' as const, render]]),
    shortenLinks: async () => new Map(),
  };
  const jobs = await startJobs(ctx, { takesCron: false }, (work, repeat) => workDelivery(work, repeat, outside));
  const { tenantId, channelId } = mailing;
  await withTenant(ctx, tenantId, (scope) => enqueue(scope, dispatchChannelJob, { tenantId, channelId }));
  const trials = await optOutAhead({ ctx, owner, mailing, target, line, sentCount: () => sent });
  await sleep(3_000);
  await jobs.stop();
  const answer = await fetch(sink.url);
  const arrivals = (await answer.json()) as [string, number][];
  sink.stop();
  await target.stop();
  return figuresOf(trials, arrivals);
}

/** Lists the contacts in the order in which their messages leave. */
async function readLine(owner: pg.Pool, { tenantId }: Mailing): Promise<Customer[]> {
  const { rows } = await owner.query(
    `select c.id, c.phone from messages m join contacts c on c.tenant_id = m.tenant_id and c.id = m.contact_id
     where m.tenant_id = $1 order by m.priority, m.due_at, m.id`,
    [tenantId],
  );
  return rows.map((row) => ({ contactId: ContactId.parse(row.id), phone: row.phone }));
}

type Race = {
  ctx: Context;
  owner: pg.Pool;
  mailing: Mailing;
  target: WebhookTarget;
  line: Customer[];
  sentCount: () => number;
};

/** Runs trials in two lanes, each one after another: by the link, and by webhooks, which alternate word and button. */
async function optOutAhead(race: Race): Promise<Trial[]> {
  const { ctx, owner, mailing, target, line, sentCount } = race;
  const agent = new Agent({ connections: 1, pipelining: 1 });
  const trials: Trial[] = [];
  const tried = new Set<number>();
  const isOver = () => trials.length >= TRIALS || sentCount() + tried.size > line.length - NEXT;
  const next = (): Customer | undefined => {
    // NOTE: those who opted out leave the line, so the next message is that of a later contact.
    const place = sentCount() + passed(tried, sentCount()) + Math.floor(Math.random() * NEXT);
    if (tried.has(place)) return undefined;
    tried.add(place);
    return line[place];
  };
  const lane = async (act: (customer: Customer, nth: number) => Promise<void>, pauseMs: number) => {
    for (; !isOver(); await sleep(pauseMs)) {
      const customer = next();
      if (!customer) continue;
      const nth = trials.push({ ...customer, at: Date.now() });
      await act(customer, nth);
    }
  };
  while (sentCount() === 0) await sleep(10);
  await Promise.all([
    lane(async ({ contactId }) => {
      await withTenant(ctx, mailing.tenantId, (scope) => optOutByLink(scope, contactId, 'all'));
    }, LINK_PAUSE_MS),
    lane(async (customer, nth) => {
      await post(agent, target, webhookOf(customer, nth));
      while (!(await isRecorded(owner, customer))) await sleep(POLL_MS);
    }, 0),
  ]);
  await agent.close();
  return trials;
}

async function isRecorded(owner: pg.Pool, { contactId }: Customer): Promise<boolean> {
  const { rowCount } = await owner.query('select from opt_outs where contact_id = $1', [contactId]);
  return rowCount !== 0;
}

/** Number of contacts before the next message who have opted out. */
function passed(tried: ReadonlySet<number>, sent: number): number {
  let count = 0;
  for (const place of tried) if (place < sent + count) count++;
  return count;
}

async function post(agent: Agent, { url, headers }: WebhookTarget, body: string): Promise<void> {
  const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`A post was answered with ${answer.statusCode}.`);
}

/** A contact's message as 360dialog posts it: the word, or the tap on a button. */
function webhookOf({ phone }: Customer, nth: number): string {
  const number = phone.slice(1);
  const content =
    nth % 2 === 1
      ? { type: 'text', text: { body: 'Стоп' } }
      : { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'optout', title: 'Стоп' } } };
  const message = { from: number, id: `wamid.IN${nth}`, timestamp: String(Math.floor(Date.now() / 1_000)), ...content };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '79990000001', phone_number_id: '106540352242922' },
    contacts: [{ profile: { name: 'Customer' }, wa_id: number }],
    messages: [message],
  };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: 'WABA', changes: [{ field: 'messages', value }] }],
  });
}

const ALLOWED_MS = 1_000;

function figuresOf(trials: readonly Trial[], arrivals: readonly [to: string, at: number][]): OptOutFigures {
  const optedOutAt = new Map(trials.map(({ phone, at }) => [phone, at]));
  const delays = arrivals.flatMap(([to, at]) => {
    const before = optedOutAt.get(to);
    return before !== undefined && at > before ? [at - before] : [];
  });
  return {
    trials: trials.length,
    after: delays.length,
    late: delays.filter((delay) => delay > ALLOWED_MS).length,
    worstMs: Math.max(0, ...delays),
    p99Ms: percentile(delays, 0.99),
    sent: arrivals.length,
  };
}
