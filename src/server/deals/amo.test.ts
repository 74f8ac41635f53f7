import { beforeEach, expect, test } from 'vitest';
import { listContacts } from '#contract/contacts/calls.ts';
import { createDeal, listDealAccounts, listDeals } from '#contract/deals/calls.ts';
import type { FlowSettings } from '#contract/flows/calls.ts';
import { type AmoCabinet, amoHouse } from '#server/testing/houses/amo-house.ts';

const { server, world, open, account, staff, stage, shows, settle, pass } = await amoHouse();
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
  return { id, only: (settings: FlowSettings): FlowSettings => {
    const condition = { field: 'deal_stage' as const, isNot: false, values: [id] };
    return { ...settings, conditions: { match: 'all', groups: [{ match: 'all', conditions: [condition] }] } };
  } };
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
    { entityId: lead.id, text: expect.stringMatching(/^Клиенту, SMS:\n/) },
  ]);
});
