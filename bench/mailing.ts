import { Logger, run as runQueue, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { Agent, request } from 'undici';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import { type DispatchContext, dispatchChannel } from '#server/delivery/dispatch/dispatch-actions.ts';
import type { DueAnswer, DueCheck } from '#server/delivery/port.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { HttpClient } from '#server/platform/http/http-client.ts';
import { type Mailing, planMailing, TEXT } from './ledger.ts';

/** The use of the machine by one way of sending. */
export type Bench = {
  ctx: Context;
  owner: pg.Pool;
  sink: string;
  redisPort: number | null;
  mailing: Mailing;
  count: number;
};

const LANES = 64;

const bodyOf = (reference: string, phone: string, text: string) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: phone,
  type: 'text',
  text: { body: text },
  biz_opaque_callback_data: reference,
});

/** The plain loop of a script: `fetch`, a body for each recipient, the answer read. Nothing is kept. */
export async function fetchLoop({ sink, count }: Bench): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  await lanes(LANES, async () => {
    for (let n = next++; n < count; n = next++) {
      const body = JSON.stringify(bodyOf(`message-${n}`, `+79${n}`, TEXT.replace('{clientName}', `Customer ${n}`)));
      const answer = await fetch(sink, { method: 'POST', headers: HEADERS, body });
      await answer.json();
    }
  });
  return (count / (performance.now() - startedAt)) * 1_000;
}

/** The same with the leanest client there is, which is also the product's. */
export async function bareLoop({ sink, count }: Bench): Promise<number> {
  const agent = new Agent({ connections: LANES, pipelining: 1 });
  const startedAt = performance.now();
  let next = 0;
  await lanes(LANES, async () => {
    for (let n = next++; n < count; n = next++) {
      const body = JSON.stringify(bodyOf(`message-${n}`, `+79${n}`, TEXT.replace('{clientName}', `Customer ${n}`)));
      const answer = await request(sink, { dispatcher: agent, method: 'POST', headers: HEADERS, body });
      await answer.body.json();
    }
  });
  const rate = (count / (performance.now() - startedAt)) * 1_000;
  await agent.close();
  return rate;
}

const HEADERS = { 'content-type': 'application/json', 'd360-api-key': 'k' };

let occurrence = 0;

/** Ours: due rows of the ledger, decided and rendered for each customer, sent, recorded. */
export async function frontdesk({ ctx, owner, sink, mailing, count }: Bench): Promise<number> {
  await planMailing(owner, mailing, { count, occurrence: ++occurrence });
  const run: DispatchContext = {
    ...ctx,
    providers: new Map([['dialog360', aProvider(ctx.http, sink)]]),
    dueChecks: new Map([['mailing', render]]),
    shortenLinks: async () => new Map(),
  };
  const { tenantId, channelId } = mailing;
  const signal = new AbortController().signal;
  const startedAt = performance.now();
  for (let left = count; left > 0; left = await countPlanned(owner, mailing))
    await dispatchChannel(run, tenantId, channelId, signal);
  const rate = (count / (performance.now() - startedAt)) * 1_000;
  const { rows } = await owner.query(
    `select count(*)::int as sent from messages where tenant_id = $1 and occurrence = $2 and status = 'accepted'`,
    [tenantId, occurrence],
  );
  if (rows[0].sent !== count) throw new Error(`Only ${rows[0].sent} of ${count} were recorded as accepted.`);
  return rate;
}

async function countPlanned(owner: pg.Pool, { tenantId }: Mailing): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as left from messages where tenant_id = $1 and status = 'planned' and due_at <= now()`,
    [tenantId],
  );
  return rows[0].left;
}

/** Decides as a mailing would: reads the contacts of the batch in one query, and fills the text for each. */
export const render: DueCheck = async (scope, messages) => {
  const rows = await scope.tx
    .selectFrom('contacts')
    .select(['id', 'name'])
    .where('tenant_id', '=', scope.tenantId)
    .where(
      'id',
      'in',
      messages.flatMap(({ contactId }) => contactId ?? []),
    )
    .execute();
  const names = new Map(rows.map((row) => [row.id as ContactId, row.name]));
  return new Map<MessageId, DueAnswer>(
    messages.map(({ id, contactId }) => {
      const text = TEXT.replace('{clientName}', (contactId && names.get(contactId)) ?? '');
      return [id, { kind: 'send', content: { text, image: null, buttons: [], templates: [] } }];
    }),
  );
};

/** A provider as the product's own are, without limits: through the product's way out, with its answers parsed. */
export function aProvider(http: HttpClient, sink: string): ChannelProvider {
  const traits = { ...traitsOf('dialog360'), perSecond: 1_000_000, burst: 1_000_000, perPersonMs: 0 };
  const nothing = { isOk: true, value: null } as const;
  return {
    kind: 'dialog360',
    traits,
    async send({ credentials, message }) {
      const answer = await http({
        method: 'POST',
        url: sink,
        headers: { 'd360-api-key': credentials['apiKey'] ?? '' },
        json: bodyOf(message.reference, message.to.phone ?? '', message.text),
      });
      if (answer.kind !== 'answered') return { kind: 'unknown', text: answer.reason };
      // NOTE: the sink answers in this one shape.
      const { messages } = answer.json as { messages: { id: string }[] };
      return {
        kind: 'accepted',
        providerMessageId: `${messages[0]?.id}${message.reference}`,
        channelUserId: null,
        isSent: false,
      };
    },
    check: async () => ({ isOk: false, trouble: 'unreachable', text: null, isTemporary: true }),
    subscribe: async () => nothing,
    unsubscribe: async () => {},
    verify: () => true,
    read: () => [],
  };
}

type RunBullmq = (
  port: number,
  ids: readonly string[],
  how: { lanes: number; handle: (id: string) => Promise<void> },
) => Promise<number>;

/**
 * BullMQ as its guide has it, installed in `bench/peers` and with a Redis of its own. A job carries the recipient's id;
 * its handler reads the row, fills the text, sends, and writes down what became of it.
 */
export async function bullmq(bench: Bench): Promise<number | null> {
  const { owner, mailing, count, redisPort } = bench;
  if (redisPort === null) return null;
  // NOTE: found at run time: its packages are installed for the measurements alone, and the checks do without them.
  const peer = new URL('peers/bullmq.ts', import.meta.url).href;
  const { runBullmq } = (await import(peer)) as { runBullmq: RunBullmq };
  const ids = await preparedRows(owner, mailing, count);
  const agent = new Agent({ connections: LANES, pipelining: 1 });
  const tookMs = await runBullmq(redisPort, ids, { lanes: LANES, handle: (id) => sendOne(bench, agent, id) });
  await agent.close();
  return (count / tookMs) * 1_000;
}

/** graphile-worker with a job for each recipient, as its guide has it, and the same handler. */
export async function graphileUnbatched(bench: Bench): Promise<number> {
  const { owner, mailing, count } = bench;
  const logger = new Logger(() => () => {});
  await runMigrations({ pgPool: owner, logger });
  const ids = await preparedRows(owner, mailing, count);
  await owner.query(
    `select graphile_worker.add_jobs(array(select json_populate_record(null::graphile_worker.job_spec,
       json_build_object('identifier', 'send', 'payload', json_build_object('id', id))) from unnest($1::uuid[]) id))`,
    [ids],
  );
  const agent = new Agent({ connections: LANES, pipelining: 1 });
  const startedAt = performance.now();
  let done = 0;
  let isDone: () => void;
  const allDone = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  const runner = await runQueue({
    pgPool: owner,
    logger,
    concurrency: LANES,
    noHandleSignals: true,
    taskList: {
      async send(payload) {
        // NOTE: the payload is what was queued above.
        await sendOne(bench, agent, (payload as { id: string }).id);
        if (++done === count) isDone();
      },
    },
  });
  await allDone;
  const rate = (count / (performance.now() - startedAt)) * 1_000;
  await runner.stop();
  await agent.close();
  return rate;
}

/** The handler of a queue with a job for each recipient: two round trips to the ledger for one message. */
async function sendOne({ owner, sink, mailing }: Bench, agent: Agent, id: string): Promise<void> {
  const { rows } = await owner.query(
    `select m.id, c.name, c.phone from messages m
     join contacts c on c.tenant_id = m.tenant_id and c.id = m.contact_id where m.tenant_id = $1 and m.id = $2`,
    [mailing.tenantId, id],
  );
  const row = rows[0];
  const text = TEXT.replace('{clientName}', row.name);
  const answer = await request(sink, {
    dispatcher: agent,
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(bodyOf(row.id, row.phone, text)),
  });
  const { messages } = (await answer.body.json()) as { messages: { id: string }[] };
  await owner.query(
    `update messages set status = 'accepted', provider_message_id = $3, body = $4, accepted_at = now(), updated_at = now()
     where tenant_id = $1 and id = $2`,
    [mailing.tenantId, id, `${messages[0]?.id}${id}`, text],
  );
}

async function preparedRows(owner: pg.Pool, mailing: Mailing, count: number): Promise<string[]> {
  await planMailing(owner, mailing, { count, occurrence: ++occurrence });
  const { rows } = await owner.query('select id from messages where tenant_id = $1 and occurrence = $2', [
    mailing.tenantId,
    occurrence,
  ]);
  return rows.map((row) => row.id);
}

async function lanes(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work));
}
