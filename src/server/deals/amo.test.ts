import { beforeEach, expect, test } from 'vitest';
import { listConnections } from '#contract/connections/calls.ts';
import { listContacts } from '#contract/contacts/calls.ts';
import { createDeal, listDealAccounts, listDeals } from '#contract/deals/calls.ts';
import type { FlowSettings } from '#contract/flows/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { type AmoCabinet, amoHouse } from '#server/testing/houses/amo-house.ts';

const { server, world, open, connect, account, staff, stage, shows, settle, pass } = await amoHouse();
const { call } = server;

let cabinet: AmoCabinet;
beforeEach(async () => {
  cabinet = await open();
});

/** The first deal of the seed in the main pipeline's first stage, and the phone of its person. */
async function aLead() {
  const { id, contacts, name } = (await account()).leads[0]!;
  const person = (await account()).contacts.find((one) => one.id === contacts[0]);
  const phone = person?.custom_fields_values[0]?.values[0]?.value ?? '';
  return { id, name, phone };
}
async function atStage(title: string) {
  const { accounts } = (await call(listDealAccounts, { token: cabinet.token })).body;
  const found = accounts[0]?.pipelines[0]?.stages.find((one) => one.title === title);
  if (!found) throw new Error(`No stage ${title}`);
  const { id } = found;
  return {
    id,
    only: (settings: FlowSettings): FlowSettings => {
      const condition = { field: 'deal_stage' as const, isNot: false, values: [id] };
      return { ...settings, conditions: { match: 'all', groups: [{ match: 'all', conditions: [condition] }] } };
    },
  };
}

test('a deal that is moved in amoCRM is written about, and the message is noted there', async () => {
  const { only } = await atStage('Консультация');
  await cabinet.live('deal_stage', only);
  const lead = await aLead();
  await staff('amo-leads', 'move', lead.id, { stage: (await stage('Консультация')).value });
  await settle();
  expect(await shows(lead.phone)).toEqual([expect.stringContaining(`«${lead.name}»: Консультация`)]);
  await pass({ minutes: 2 });
  expect((await account()).notes).toMatchObject([
    { entityId: lead.id, text: expect.stringMatching(/^Клиенту, ROMASHKA:\n/) },
  ]);
});

test('a deal that is created in amoCRM is answered, and moves there to the stage that the flow names', async () => {
  const { id: stageId } = await atStage('Консультация');
  await cabinet.live('deal_created', (settings) => ({
    ...settings,
    options: { controlPercent: 0, moveDeal: { stageId } },
  }));
  const { phone } = await aLead();
  await staff('amo-leads', 'new', null, { account: '500501', name: 'Кухня', price: '90000' });
  await settle();
  expect(await shows(phone)).toEqual([expect.stringContaining('спасибо за обращение')]);
  await pass({ minutes: 2 });
  const { leads, notes } = await account();
  const { statusId } = await stage('Консультация');
  expect(leads.find(({ name }) => name === 'Кухня')).toMatchObject({ status_id: statusId });
  expect(notes).toHaveLength(1);
  await pass({ minutes: 2 });
  expect(await shows(phone)).toHaveLength(1);
});

test('a task of amoCRM is written about an hour before it is due, unless it is done there', async () => {
  await cabinet.live('deal_task');
  const { id, phone } = await aLead();
  await staff('amo-leads', 'task', id, { text: 'Замер' });
  await staff('amo-leads', 'task', id, { text: 'Договор' });
  await settle();
  const done = (await account()).tasks.find(({ text }) => text === 'Договор');
  await staff('amo-tasks', 'done', done!.id);
  await pass({ hours: 22 });
  expect(await shows(phone)).toEqual([]);
  await pass({ hours: 1 });
  await pass({ minutes: 1 });
  expect(await shows(phone)).toHaveLength(1);
});

test('what happened while amoCRM had switched our address off is found by the next look, and the address works again', async () => {
  const { only } = await atStage('Консультация');
  await cabinet.live('deal_stage', only);
  await cabinet.live('deal_created');
  await world.control('PATCH', '/amo', { disablesWebhooks: true });
  const { id, phone } = await aLead();
  await staff('amo-leads', 'move', id, { stage: (await stage('Консультация')).value });
  await staff('amo-leads', 'new', null, { account: '500501', name: 'Кухня', price: '90000' });
  await settle();
  expect(await shows(phone)).toEqual([]);
  await pass({ minutes: 2 });
  expect((await shows(phone)).toSorted()).toEqual([
    expect.stringContaining('новости по заявке'),
    expect.stringContaining('спасибо за обращение'),
  ]);
  await pass({ hours: 1 });
  expect((await account()).webhooks).toMatchObject([{ disabled: false }]);
  const { notices } = (await call(listNotices, { token: cabinet.token })).body;
  expect(notices.map(({ kind }) => kind)).toContain('webhooks_restored');
});

test('a deal that is created here appears in amoCRM with the person whom it knows', async () => {
  const { token, connection } = cabinet;
  const { phone } = await aLead();
  const { items } = (await call(listContacts, { token, query: {} })).body;
  const contact = items.find((one) => one.phone === phone);
  const [branch] = connection.branches;
  const { id: stageId } = await atStage('Записан');
  const body = { branchId: branch!.id, contactId: contact!.id, title: 'Ванная', stageId, priceMinor: 500_000 };
  expect((await call(createDeal, { token, body })).status).toBe(200);
  await settle();
  const { leads, contacts } = await account();
  const made = leads.find(({ name }) => name === 'Ванная');
  expect(made).toMatchObject({ price: 5_000, status_id: (await stage('Записан')).statusId });
  const person = contacts.find((one) => one.id === made?.contacts[0]);
  expect(person?.custom_fields_values[0]?.values[0]?.value).toBe(phone);
  const { items: deals } = (await call(listDeals, { token, query: { contactId: contact!.id } })).body;
  expect(deals[0]).toMatchObject({ title: 'Ванная', stageTitle: 'Записан' });
});

test('deals that were deleted without a webhook are deleted here after the next look', async () => {
  await cabinet.live('deal_created', (settings) => ({ ...settings, timing: { ...settings.timing, delayMinutes: 60 } }));
  const { phone } = await aLead();
  await staff('amo-leads', 'new', null, { account: '500501', name: 'Кухня', price: '90000' });
  await settle();
  await world.control('PATCH', '/amo', { disablesWebhooks: true });
  const { leads } = await account();
  await staff('amo-leads', 'delete', leads.find(({ name }) => name === 'Кухня')!.id);
  await pass({ minutes: 2 });
  await pass({ hours: 2 });
  expect(await shows(phone)).toEqual([]);
  const { items } = (await call(listDeals, { token: cabinet.token, query: {} })).body;
  expect(items.map(({ title }) => title)).not.toContain('Кухня');
});

test('an owner learns that the access could not be renewed while it still works, and connects again', async () => {
  const cut = { channel: 'amo', match: 'access_token', action: 'reset', effect: 'none', times: 0 };
  await world.control('POST', '/fault', cut);
  await pass({ hours: 19 });
  await server.runRepeated('connections.queue-token-renewals');
  await settle();
  const kinds = async () => {
    const { notices } = (await call(listNotices, { token: cabinet.token })).body;
    return notices.filter(({ isResolved }) => !isResolved).map(({ kind }) => kind);
  };
  expect(await kinds()).toContain('access_ending');
  await pass({ hours: 6 });
  const broken = (await call(listConnections, { token: cabinet.token })).body.connections;
  expect(broken).toMatchObject([{ state: 'broken', trouble: expect.stringMatching(/renewal_lost|token_expired/) }]);
  await world.control('DELETE', '/faults');
  await connect(cabinet);
  await settle();
  const { connections } = (await call(listConnections, { token: cabinet.token })).body;
  expect(connections).toMatchObject([{ state: 'working', trouble: null }]);
  expect(await kinds()).toEqual([]);
});
