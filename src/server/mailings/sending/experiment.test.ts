import { expect, test } from 'vitest';
import { chooseWinner } from '#contract/mailings/runs.ts';
import type { Mailing, MailingExperiment } from '#contract/mailings/calls.ts';
import { getConversion } from '#contract/insights/conversion.ts';
import { type MailingHouse, mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();

const TEST: MailingExperiment = {
  variants: [{ default: 'Text B' }],
  sharePercent: 50,
  metric: 'replies',
  decideAfterHours: 2,
  otherwise: 'send_best',
};

/** A mailing to 60 contacts with two texts whose test has been sent. */
async function aTestedMailing(change: Partial<MailingExperiment> = {}) {
  const house = await open();
  await house.people(60);
  const mailing = await house.aMailing({
    content: { texts: { default: 'Text A' } },
    experiment: { ...TEST, ...change },
  });
  await house.start(mailing);
  return { house, mailing, tested: await house.settle(mailing, 3) };
}

/** Texts that left, each with how often. */
const textsOf = ({ channel }: MailingHouse) =>
  Object.fromEntries(
    [...Map.groupBy(channel.sent, ({ message }) => message.text)].map(([text, of]) => [text, of.length]),
  );

/** Marks the messages with a text as replied to. */
const reply = (mailing: Mailing, text: string) =>
  server.owner.query(`update messages set replied_at = now() where sender_id = $1 and body = $2`, [mailing.id, text]);

const afterHours = async ({ settle }: MailingHouse, mailing: Mailing, hours: number) => {
  await server.clock.advance({ hours });
  return settle(mailing);
};

test('the texts go to a share of the recipients, and the one with more replies goes to the rest', async () => {
  const { house, mailing, tested } = await aTestedMailing();
  const first = textsOf(house);
  const share = tested.counts.sent;
  expect(tested).toMatchObject({ status: 'working', winner: null, decidesAt: expect.any(String) });
  expect(share).toBeGreaterThan(15);
  expect(share).toBeLessThan(45);
  expect(Object.keys(first).toSorted()).toEqual(['Text A', 'Text B']);
  await reply(mailing, 'Text B');
  expect((await house.settle(mailing, 2)).counts.sent).toBe(share);
  expect(await afterHours(house, mailing, 2)).toMatchObject({ status: 'done', winner: 1, counts: { sent: 60 } });
  expect(textsOf(house)).toEqual({ 'Text A': first['Text A'], 'Text B': 60 - (first['Text A'] ?? 0) });
});

test('without a sure winner the mailing stops where its owner wished so, and goes on with the text they choose', async () => {
  const { house, mailing } = await aTestedMailing({ otherwise: 'stop' });
  const { 'Text B': second = 0 } = textsOf(house);
  expect(await afterHours(house, mailing, 2)).toMatchObject({ status: 'error', errorCode: 'no_winner', winner: null });
  const { token } = house.owner;
  const choose = (variant: number) =>
    server.call(chooseWinner, { token, params: { mailingId: mailing.id }, body: { variant } });
  expect((await choose(2)).status).toBe(400);
  expect((await choose(0)).body).toMatchObject({ status: 'working', winner: 0 });
  expect((await choose(1)).status).toBe(409);
  expect(await house.settle(mailing)).toMatchObject({ status: 'done', counts: { sent: 60 } });
  expect(textsOf(house)).toEqual({ 'Text A': 60 - second, 'Text B': second });
});

test('a pause during the test loses and doubles nobody', async () => {
  const house = await open();
  const people = await house.people(30);
  const mailing = await house.aMailing({ content: { texts: { default: 'Text A' } }, experiment: TEST });
  await house.start(mailing);
  await server.runJobs();
  await house.pause(mailing);
  await house.resume(mailing);
  await house.settle(mailing, 3);
  expect(await afterHours(house, mailing, 3)).toMatchObject({ status: 'done', counts: { sent: 30 } });
  expect(await house.reached(mailing)).toEqual(people);
});

test('contacts who are kept back are compared with the recipients in the conversion of the mailing', async () => {
  const house = await open();
  await house.people(40);
  const mailing = await house.aMailing({ controlPercent: 50 });
  await house.start(mailing);
  const { counts } = await house.settle(mailing);
  await server.runRepeated('insights.measure-conversion');
  const { body } = await server.call(getConversion, {
    token: house.owner.token,
    query: { senderId: mailing.id, from: '2026-03-01', to: '2026-03-30' },
  });
  expect(body).toMatchObject({
    controlPercent: 50,
    total: { sent: counts.sent },
    effect: { sent: counts.sent, held: counts.control },
  });
});
