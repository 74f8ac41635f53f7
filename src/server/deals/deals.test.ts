import { beforeEach, expect, test } from 'vitest';
import { listConnectionCommands } from '#contract/connections/commands.ts';
import { removeConnection } from '#contract/connections/calls.ts';
import { listContacts } from '#contract/contacts/calls.ts';
import { createDeal, listDealAccounts, listDeals, setDealNotes } from '#contract/deals/calls.ts';
import { listMessageLog } from '#contract/delivery/calls.ts';
import type { FlowSettings } from '#contract/flows/calls.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { type CrmCabinet, crmHouse } from '#server/testing/houses/crm-house.ts';
import { aDeal, aPerson, STAGES } from '#server/testing/world/fake-crm.ts';

const { server, crm, channel, open, pass } = await crmHouse();
const { call } = server;

let cabinet: CrmCabinet;
beforeEach(async () => {
  cabinet = await open();
});

const now = () => server.clock.now();
const texts = () => channel.sent.map(({ message }) => message.text);
function add(change: Parameters<typeof aDeal>[1] = {}): void {
  crm.people.set('p1', aPerson());
  const deal = aDeal(now(), change);
  crm.records.set(deal.externalId, deal);
}
const moveTo = (stageId: string) => {
  const deal = crm.records.get('d1');
  if (deal) crm.records.set('d1', { ...deal, stage: { ...deal.stage, stageId }, changedAt: now() });
};
const stagesOf = async () => {
  const { accounts } = (await call(listDealAccounts, { token: cabinet.token })).body;
  return accounts.flatMap(({ pipelines }) => pipelines.flatMap(({ stages }) => stages));
};
const stageId = async (title: string) => {
  const stage = (await stagesOf()).find((one) => one.title === title);
  if (!stage) throw new Error(`No stage ${title}`);
  return stage.id;
};
const atStage =
  (id: string) =>
  (settings: FlowSettings): FlowSettings => ({
    ...settings,
    conditions: {
      match: 'all',
      groups: [{ match: 'all', conditions: [{ field: 'deal_stage', isNot: false, values: [id] }] }],
    },
  });

test('a new deal is answered, its message appears in the CRM as a note, and the deal moves to the chosen stage', async () => {
  const quote = await stageId('Смета отправлена');
  await cabinet.live('deal_created', (settings) => ({
    ...settings,
    options: { controlPercent: 0, moveDeal: { stageId: quote } },
  }));
  add();
  await pass({ minutes: 2 });
  expect(texts()).toEqual([expect.stringContaining('Анна, спасибо за обращение')]);
  expect(crm.notes).toEqual([
    { on: { kind: 'deal', externalId: 'd1' }, text: expect.stringMatching(/^Клиенту, SMS:\nАнна, спасибо/) },
  ]);
  expect(crm.moved).toEqual([{ dealId: 'd1', to: { pipelineId: 'sales', stageId: STAGES.quote } }]);
  await pass({ minutes: 2 });
  expect(crm.notes).toHaveLength(1);
  expect(crm.moved).toHaveLength(1);
});

test('a deal that reaches the chosen stage is written about, and other stages are not', async () => {
  await cabinet.live('deal_stage', atStage(await stageId('Смета отправлена')));
  add();
  await pass({ minutes: 2 });
  moveTo(STAGES.quote);
  await pass({ minutes: 2 });
  moveTo(STAGES.won);
  await pass({ minutes: 2 });
  expect(texts()).toEqual([expect.stringContaining('«Ремонт кухни»: Смета отправлена')]);
  expect(texts()[0]).toMatch(/120.000/);
});

test('deals that the CRM had before start no flow', async () => {
  cabinet = await open(({ people, records }) => {
    people.set('p1', aPerson());
    records.set('d1', aDeal(now().subtract({ hours: 2 })));
  });
  await cabinet.live('deal_created');
  await pass({ minutes: 2 });
  expect(texts()).toEqual([]);
  expect((await call(listDeals, { token: cabinet.token, query: {} })).body.items).toMatchObject([
    { title: 'Ремонт кухни', url: 'https://crm.example.com/leads/detail/d1', stageTitle: 'Первичный контакт' },
  ]);
});

test('a task is written about an hour before it is due, unless it is done', async () => {
  await cabinet.live('deal_task');
  add();
  const task = { dealId: 'd1', isDone: false, isDeleted: false, responsibleName: null };
  const dueAt = now().add({ hours: 30 });
  for (const externalId of ['t1', 't2'])
    crm.tasks.set(externalId, { ...task, externalId, text: `Задача ${externalId}`, dueAt, changedAt: now() });
  await pass({ minutes: 2 });
  const done = crm.tasks.get('t2');
  if (done) crm.tasks.set('t2', { ...done, isDone: true, changedAt: now() });
  await pass({ hours: 28 });
  expect(texts()).toEqual([]);
  await pass({ hours: 1 });
  expect(texts()).toEqual([expect.stringContaining('мы на связи по заявке «Ремонт кухни»')]);
  const { items } = (await call(listMessageLog, { token: cabinet.token, query: {} })).body;
  expect(items.flatMap(({ rule }) => rule ?? [])).toContain('task_done');
});

test('a deleted deal is not written about', async () => {
  await cabinet.live('deal_created', (settings) => ({ ...settings, timing: { ...settings.timing, delayMinutes: 60 } }));
  add();
  await pass({ minutes: 2 });
  const deal = crm.records.get('d1');
  if (deal) crm.records.set('d1', { ...deal, isDeleted: true, changedAt: now() });
  await pass({ minutes: 2 });
  await pass({ hours: 2 });
  expect(texts()).toEqual([]);
});

test('a deal of a contact is created once, with the person whom the CRM knows by phone', async () => {
  add({ createdAt: now().subtract({ hours: 1 }) });
  await pass({ minutes: 2 });
  const { token, branchId } = cabinet;
  const [contact] = (await call(listContacts, { token, query: {} })).body.items;
  const body = {
    branchId,
    contactId: contact!.id,
    title: 'Ванная',
    stageId: await stageId('Смета отправлена'),
    priceMinor: 500_000,
  };
  expect((await call(createDeal, { token, body })).status).toBe(200);
  await server.runJobs();
  await pass({ minutes: 2 });
  expect(crm.created).toMatchObject([
    {
      title: 'Ванная',
      priceMinor: 500_000,
      stage: { stageId: STAGES.quote },
      person: { externalId: 'p1', phone: '+79161112233' },
    },
  ]);
  const query = { contactId: contact!.id };
  expect((await call(listDeals, { token, query })).body.items.map(({ title }) => title)).toEqual([
    'Ванная',
    'Ремонт кухни',
  ]);
});

test('a note whose outcome is unknown is looked up before it is written again', async () => {
  await cabinet.live('deal_created');
  crm.outcomes.push({ kind: 'unknown', text: 'timeout' });
  add();
  await pass({ minutes: 2 });
  expect(crm.notes).toEqual([]);
  await server.clock.advance({ minutes: 2 });
  await server.runRepeated('connections.queue-due-commands');
  await server.runJobs();
  expect(crm.notes).toHaveLength(1);
  const { token, connectionId } = cabinet;
  const { items } = (await call(listConnectionCommands, { token, params: { connectionId }, query: {} })).body;
  expect(items).toMatchObject([{ kind: 'deals.add_note', state: 'done' }]);
});

test('a message that a contact sends is written as a note to their latest open deal, else to the person', async () => {
  add();
  await pass({ minutes: 2 });
  const writes = (text: string) =>
    withTenant(server.ctx, cabinet.tenantId, async (scope) => {
      const [sms] = await listUsableChannels(scope);
      const from = { channelUserId: '79161112233', name: 'Анна', phone: '+79161112233', language: null };
      const rest = { buttonId: null, quotedProviderId: null, media: null, sharedPhone: null, startToken: null };
      const event = { kind: 'message', content: 'text', text, from, at: now(), callbackId: null, ...rest } as const;
      await receiveMessage({ ...server.ctx, ...scope }, sms!, { ...event, providerMessageId: text });
    });
  await writes('Когда начнёте?');
  await server.runJobs();
  moveTo(STAGES.won);
  await pass({ minutes: 2 });
  await writes('Спасибо!');
  await server.runJobs();
  expect(crm.notes).toEqual([
    { on: { kind: 'deal', externalId: 'd1' }, text: 'От клиента, SMS:\nКогда начнёте?' },
    { on: { kind: 'person', externalId: 'p1' }, text: 'От клиента, SMS:\nСпасибо!' },
  ]);
});

test('notes can be switched off, and nothing is written after the CRM is disconnected', async () => {
  const { token, connectionId } = cabinet;
  await cabinet.live('deal_created');
  const off = await call(setDealNotes, { token, params: { connectionId }, body: { isOn: false } });
  expect(off.body).toEqual({ isOn: false });
  add();
  await pass({ minutes: 2 });
  expect([texts().length, crm.notes]).toEqual([1, []]);

  await call(setDealNotes, { token, params: { connectionId }, body: { isOn: true } });
  await call(removeConnection, { token, params: { connectionId } });
  add({ externalId: 'd2', title: 'Ещё одна' });
  await pass({ minutes: 2 });
  expect([texts().length, crm.notes]).toEqual([1, []]);
});
