import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { SegmentId } from '#contract/audiences/segments.ts';
import { type ChannelId, connectChannel, getChannel } from '#contract/channels/calls.ts';
import type { ContactImport } from '#contract/imports/calls.ts';
import { checkMailing } from '#contract/mailings/check.ts';
import { getMailingResults } from '#contract/mailings/results.ts';
import { continueMailing, pauseMailing, startMailing } from '#contract/mailings/runs.ts';
import { sendMailingTest } from '#contract/mailings/trials.ts';
import { login } from '#contract/auth/calls.ts';
import { createMailing, getMailing, type Mailing, saveMailing } from '#contract/mailings/calls.ts';
import { setContactPolicy } from '#contract/policy/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { callsTo, type SignedUp, signUpBy } from '#server/testing/server/http.ts';
import { type House, openHouse } from './house.ts';
import { importPeople, type PeopleSize } from './mailing-people.ts';
import { listCountMismatches } from './recount.ts';
import { resolveUnknownOutcomes } from './settling.ts';

/**
 * @property people rows of the imported list: those of the segment, others, and bad ones
 * @property changes how often it is paused, edited and continued
 * @property optOuts contacts who opt out at each change
 */
export type MailingKillPlan = {
  people: PeopleSize;
  changes: number;
  optOuts: number;
  workers: number;
  kills: number;
  log(line: string): void;
};

export type MailingKillReport = {
  imported: { created: number; rejected: number };
  /** Recipients by the check before the start. */
  checked: number;
  /** Times that a test arrived on the owner's phone. */
  tested: number;
  status: string;
  /** Recipients that are in none of the mailing's counts, nor among its messages with an unknown outcome. */
  unaccounted: number;
  /** Messages with an unknown outcome that members see: their worker died, and a mailing sends nothing twice. */
  unconfirmed: number;
  /** Contacts whose phone got the message, by the world's count. */
  reached: number;
  /** Contacts who had not opted out and did not get it, without those of unconfirmed messages. */
  lost: number;
  /** Contacts who got it twice. */
  doubled: number;
  /** Texts that arrived: those of before and after the edit. */
  texts: number;
  miscounted: string[];
  /** Messages that left, and that were read, by the results of the mailing. */
  results: { sent: number; read: number };
  /** Recipients of a next mailing to those who read, by its check. */
  next: number;
  tookMs: number;
};

const MESSAGES_PAID = 1_000_000;
const KEY = 'kill-mailing-key';
const OWN_PHONE = '+79169999960';

type Cabinet = {
  tenantId: TenantId;
  channelId: ChannelId;
  list: ContactImport;
  mailing: Mailing;
  request: ReturnType<typeof requests>;
};

/**
 * Takes the whole way of a mailing: an imported list, its segment, the check, a test, the start, and a next mailing to those who
 * read. While it is sent its workers are killed, it is paused, edited and continued, and contacts opt out.
 */
export async function runMailingKillTest(databaseUrl: string, plan: MailingKillPlan): Promise<MailingKillReport> {
  const startedAt = performance.now();
  const house = await openHouse(databaseUrl);
  try {
    house.startWorkers(plan.workers);
    const cabinet = await openCabinet(house, plan);
    await untilTemplatesKnown(cabinet);
    const { mailing, request, list } = cabinet;
    const at = { params: { mailingId: mailing.id } };
    const checked = (await request(checkMailing, { body: { mailingId: mailing.id, settings: mailing.settings } })).body;
    await request(sendMailingTest, { body: { settings: mailing.settings, testPhones: OWN_PHONE } });
    await request(startMailing, { ...at, body: { baseVersion: mailing.version } });
    for (let n = 0; n < plan.kills; n++) {
      await untilLeft(house, cabinet, (plan.people.tagged * n) / (plan.kills + 1));
      const victim = house.workers[n % house.workers.length];
      const killed = victim && house.killAndReplace(victim);
      const changed = changesBefore(plan, n);
      if (changesBefore(plan, n + 1) > changed) await changeItsCourse(house, cabinet, { ...plan, nth: changed + 1 });
      await killed;
      plan.log(`killed a worker: ${n + 1}`);
    }
    await resolveUnknownOutcomes(house, { tenantId: cabinet.tenantId, numbers: [cabinet.channelId] });
    const { status, counts } = await untilOver(cabinet);
    const { recipients, waiting, planned, sent, failed, skipped } = counts;
    const reached = await readReached(house, cabinet);
    const unaccounted = recipients - waiting - planned - sent - failed - skipped - reached.unconfirmed;
    const miscounted = await listCountMismatches(house.owner, cabinet);
    return {
      imported: { created: list.created, rejected: list.rejected },
      checked: checked.recipients,
      status,
      unaccounted,
      ...reached,
      miscounted,
      ...(await readResults(cabinet)),
      tookMs: performance.now() - startedAt,
    };
  } finally {
    await house.close();
  }
}

/** Changes are spread evenly over the kills: one of them is at the middle kill. */
const changesBefore = ({ changes, kills }: MailingKillPlan, kill: number) => Math.floor((kill * changes) / kills + 0.5);

/** Pauses the mailing, changes its text, opts contacts out and continues, while a worker dies. */
async function changeItsCourse(
  { owner }: House,
  cabinet: Cabinet,
  { optOuts, nth }: { optOuts: number; nth: number },
): Promise<void> {
  const { tenantId, channelId, mailing, request } = cabinet;
  const at = { params: { mailingId: mailing.id } };
  await request(pauseMailing, at);
  const { title, settings, version: baseVersion } = (await request(getMailing, at)).body;
  const content = { ...settings.content, ...wordsOf(`Change ${nth} for {clientName}`, channelId) };
  const body = { title, testPhones: '', baseVersion, settings: { ...settings, content } };
  const saved = await request(saveMailing, { ...at, body });
  if (saved.status !== 200) throw new Error(`Not saved: ${JSON.stringify(saved.body)}`);
  await owner.query(
    `insert into opt_outs (tenant_id, id, contact_id, scope, source, created_at)
     select tenant_id, gen_random_uuid(), id, 'marketing', 'link', now() from contacts c
     where tenant_id = $1 and exists (select from mailing_recipients r
       where r.tenant_id = c.tenant_id and r.contact_id = c.id and r.exclusion is null) and not exists (select from messages m
       where m.tenant_id = c.tenant_id and m.contact_id = c.id and m.phase in ('left', 'doubtful'))
       and not exists (select from opt_outs o where o.tenant_id = c.tenant_id and o.contact_id = c.id)
     order by id desc limit $2`,
    [tenantId, optOuts],
  );
  await request(continueMailing, at);
}

/** A text with a template: the world's window is closed. */
const wordsOf = (text: string, channelId: ChannelId) => {
  const parameters = [text, 'noon', 'flowers', 'Salon'];
  return { texts: { default: text }, templates: [{ channelId, name: 'visit_reminder', language: 'ru', parameters }] };
};

async function openCabinet(house: House, { people }: MailingKillPlan): Promise<Cabinet> {
  const call = callsTo(house.webUrl);
  const owned = await signUpBy(call);
  const { tenantId } = owned;
  const { owner } = house;
  await owner.query('update message_balances set available = $2 where tenant_id = $1', [tenantId, MESSAGES_PAID]);
  const request = requests(call, owned);
  await house.request('POST', '/_sim/d360/numbers', { key: KEY });
  const number = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: KEY, phone: '+79991000000' };
  const channelId = (await request(connectChannel, { body: number })).body.id;
  const policy = { quietFromHour: 0, quietToHour: 0, marketingLimit: 4, marketingDays: 7, senderOrder: [] };
  await request(setContactPolicy, { body: policy });
  const { list, segmentId } = await importPeople({ webUrl: house.webUrl, token: owned.token, request }, people);
  const created = (await request(createMailing, { body: { title: 'Spring' } })).body;
  const { settings } = created;
  const content = { ...settings.content, ...wordsOf('Before {clientName}', channelId) };
  const timing = { ...settings.timing, dispatchHours: { startHour: 0, endHour: 24 } };
  const body = {
    title: 'Spring',
    testPhones: '',
    baseVersion: created.version,
    settings: { ...settings, audience: audienceOf(segmentId), content, timing },
  };
  const saved = await request(saveMailing, { params: { mailingId: created.id }, body });
  if (saved.status !== 200) throw new Error(`No mailing: ${JSON.stringify(saved.body)}`);
  return { tenantId, channelId, list, mailing: saved.body, request };
}

const audienceOf = (segmentId: SegmentId): Mailing['settings']['audience'] => ({
  type: 'conditions',
  conditions: {
    match: 'all',
    groups: [{ match: 'all', conditions: [{ field: 'segment', isNot: false, values: [segmentId] }] }],
  },
});

/** Calls as the owner, who signs in again when the token has expired: a long run outlives it. */
function requests(call: ReturnType<typeof callsTo>, { email, password, ...owner }: SignedUp) {
  let { token } = owner;
  const request: ReturnType<typeof callsTo> = async (declared, options = {}) => {
    const answer = await call(declared, { token, ...options });
    if (answer.status !== 401) return answer;
    token = (await call(login, { body: { email, password } })).body.token;
    return call(declared, { token, ...options });
  };
  return request;
}

const SENDING_LIMIT_MS = 120_000;

/** Waits until the channel's templates are loaded: until then the ledger keeps the text, not the template's words. */
async function untilTemplatesKnown({ channelId, request }: Cabinet): Promise<void> {
  const until = performance.now() + SENDING_LIMIT_MS;
  while (performance.now() < until) {
    const { body } = await request(getChannel, { params: { channelId } });
    if (body.templates.length > 0) return;
    await sleep(50);
  }
}

/** Waits until so many messages have left. */
async function untilLeft({ owner }: House, { tenantId }: Cabinet, count: number): Promise<void> {
  const until = performance.now() + SENDING_LIMIT_MS;
  while (performance.now() < until) {
    const { rows } = await owner.query(
      `select count(*)::int as count from messages where tenant_id = $1 and phase = 'left' and not is_test`,
      [tenantId],
    );
    if (rows[0].count >= count) return;
    await sleep(50);
  }
}

async function untilOver({ mailing, request }: Cabinet): Promise<Mailing> {
  const until = performance.now() + SENDING_LIMIT_MS;
  for (;;) {
    const { body } = await request(getMailing, { params: { mailingId: mailing.id } });
    if (body.status !== 'working' || performance.now() > until) return body;
    await sleep(100);
  }
}

const Judgement = z.object({ counts: z.record(z.string(), z.number()) });

async function readReached({ owner, request }: House, { tenantId }: Cabinet) {
  const { counts } = Judgement.parse(await request('GET', '/_sim/judge?channel=d360'));
  const all = await owner.query<{ id: string; contactId: string; body: string; isTest: boolean; status: string }>(
    `select id, contact_id as "contactId", body, is_test as "isTest", status from messages where tenant_id = $1`,
    [tenantId],
  );
  const rows = all.rows.filter(({ isTest }) => !isTest);
  const unconfirmed = new Set(rows.flatMap(({ contactId, status }) => (status === 'unknown' ? contactId : [])));
  const timesOf = new Map<string, number>();
  for (const { id, contactId } of rows) timesOf.set(contactId, (timesOf.get(contactId) ?? 0) + (counts[id] ?? 0));
  const people = await owner.query<{ id: string }>(
    `select id from contacts c where tenant_id = $1 and exists (
       select from contact_tags t where t.tenant_id = c.tenant_id and t.contact_id = c.id) and not exists (
       select from opt_outs o where o.tenant_id = c.tenant_id and o.contact_id = c.id)`,
    [tenantId],
  );
  return {
    tested: all.rows.reduce((sum, { id, isTest }) => sum + (isTest ? (counts[id] ?? 0) : 0), 0),
    reached: [...timesOf.values()].filter((times) => times > 0).length,
    unconfirmed: unconfirmed.size,
    lost: people.rows.filter(({ id }) => !timesOf.get(id) && !unconfirmed.has(id)).length,
    doubled: [...timesOf.values()].filter((times) => times > 1).length,
    texts: new Set(rows.filter(({ id }) => counts[id]).map(({ body }) => body)).size,
  };
}

/** The results of the mailing, and whom a next one to those who read it would reach; again while phones still read it. */
async function readResults(cabinet: Cabinet) {
  const { mailing, request } = cabinet;
  const audience = { type: 'mailing', mailingId: mailing.id, outcome: 'read' };
  const settings = { ...mailing.settings, audience };
  const created = (await request(createMailing, { body: { title: 'Next', audience, settings } })).body;
  const until = performance.now() + SENDING_LIMIT_MS;
  for (let before = await countResults(cabinet); ;) {
    const check = await request(checkMailing, { body: { mailingId: created.id, settings: created.settings } });
    const results = await countResults(cabinet);
    if (results.read === before.read || performance.now() > until) return { results, next: check.body.recipients };
    before = results;
  }
}

async function countResults({ mailing: { id }, request }: Cabinet) {
  const { channels } = (await request(getMailingResults, { params: { mailingId: id } })).body;
  return {
    sent: channels.reduce((sum, { sent }) => sum + sent, 0),
    read: channels.reduce((sum, { read }) => sum + read, 0),
  };
}
