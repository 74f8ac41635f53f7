import { expect, test } from 'vitest';
import { changeMailings, type MailingBulkChange } from '#contract/mailings/bulk.ts';
import type { Mailing } from '#contract/mailings/calls.ts';
import { type MailingHouse, mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();

const change = ({ owner }: MailingHouse, request: Record<string, unknown>, isTrial = false) =>
  server.call(changeMailings, { token: owner.token, body: { change: request, isTrial } });
const undo = async (house: MailingHouse, changes: readonly MailingBulkChange[]) => {
  for (const one of changes) await change(house, one);
};
const phonesOf = async (house: MailingHouse, mailings: readonly Mailing[]) =>
  Promise.all(mailings.map(async (mailing) => (await house.read(mailing)).testPhones));

test('test numbers are set for all mailings, and Undo restores the numbers of each', async () => {
  const house = await open();
  const mailings = [await house.aMailing(), await house.aMailing()] as const;
  const mailingIds = mailings.map(({ id }) => id);
  await change(house, { action: 'test_phones', mailingIds: [mailings[0].id], testPhones: '8 999 000-00-01' });
  const { body } = await change(house, { action: 'test_phones', mailingIds, testPhones: '+79990000002, +79990000003' });
  const both = ['+79990000002', '+79990000003'];
  expect(await phonesOf(house, mailings)).toEqual([both, both]);
  expect((await house.read(mailings[0])).version).toBe(mailings[0].version);
  await undo(house, body.undo);
  expect(await phonesOf(house, mailings)).toEqual([['+79990000001'], []]);
});

test('a trial of test numbers changes nothing, and a number that cannot be read is named', async () => {
  const house = await open();
  const mailing = await house.aMailing();
  const mailingIds = [mailing.id];
  const tried = await change(house, { action: 'test_phones', mailingIds, testPhones: '+79990000002' }, true);
  expect(tried.body).toMatchObject({ outcomes: [{ isDone: true }], undo: [] });
  expect(await phonesOf(house, [mailing])).toEqual([[]]);
  const refused = await change(house, { action: 'test_phones', mailingIds, testPhones: 'сорок' });
  expect(refused).toMatchObject({ status: 400, body: { details: { fields: { testPhones: ['сорок'] } } } });
});

test('a cancelled or deleted mailing keeps its test numbers, and the others get the new ones', async () => {
  const house = await open();
  await house.people(1);
  const [draft, cancelled, deleted] = [await house.aMailing(), await house.aMailing(), await house.aMailing()];
  await house.start(cancelled);
  await house.cancel(cancelled);
  await change(house, { action: 'delete', mailingIds: [deleted.id] });
  const { body } = await change(house, {
    action: 'test_phones',
    mailingIds: [draft.id, cancelled.id, deleted.id],
    testPhones: '+79990000002',
  });
  expect(body.outcomes).toMatchObject([
    { isDone: true },
    { isDone: false, problem: { code: 'distribution.wrong_status', details: { status: 'canceled' } } },
    { isDone: false, problem: { code: 'distribution.not_found' } },
  ]);
  expect(await phonesOf(house, [draft, cancelled, deleted])).toEqual([['+79990000002'], [], []]);
});

test("another tenant's mailings do not exist for any bulk change", async () => {
  const [house, stranger] = [await open(), await open()];
  const mailing = await house.aMailing();
  for (const request of [
    { action: 'pause' },
    { action: 'delete' },
    { action: 'restore' },
    { action: 'test_phones', testPhones: '' },
  ]) {
    const { body } = await change(stranger, { ...request, mailingIds: [mailing.id] });
    expect(body, request.action).toMatchObject({
      outcomes: [{ title: '', isDone: false, problem: { code: 'distribution.not_found' } }],
      undo: [],
    });
  }
  expect((await house.read(mailing)).deletedAt).toBeNull();
});
