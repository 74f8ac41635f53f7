import { expect, test } from 'vitest';
import { listMailings, type Mailing } from '#contract/mailings/calls.ts';
import type { MailingRepeat } from '#contract/mailings/repeat.ts';
import { type MailingHouse, mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();

/** Each Tuesday at noon in Moscow; the tests begin on Monday 2 March 2026 at noon. */
const TUESDAYS: MailingRepeat = { every: 'week', daysOfWeek: [2], time: '12:00', until: null };

const runsOf = async ({ owner }: MailingHouse, { id }: Mailing) =>
  (await server.call(listMailings, { token: owner.token, query: { seriesId: id } })).body.items
    .map(({ status, startsAt }) => [startsAt?.slice(0, 16), status])
    .toReversed();

/** Lets time pass until a moment, and everything that is due then happen. */
const passTo = async (house: MailingHouse, mailing: Mailing, moment: string) => {
  await server.clock.set(moment);
  return house.settle(mailing);
};

test('each run lists its recipients anew, and queues the run after it', async () => {
  const house = await open();
  await house.people(1);
  const mailing = await house.aMailing({ timing: { repeat: TUESDAYS } });
  expect(mailing.settings.timing.startsAt).toBe('2026-03-03T09:00:00Z');
  await house.start(mailing);
  expect(await house.read(mailing)).toMatchObject({ status: 'waiting', counts: { recipients: 0 } });

  const first = await passTo(house, mailing, '2026-03-03T09:00:00Z');
  expect(first).toMatchObject({ counts: { recipients: 1, sent: 1 }, seriesId: null });
  await house.people(1);
  await passTo(house, mailing, '2026-03-10T09:00:00Z');
  expect(await runsOf(house, mailing)).toEqual([
    ['2026-03-03T09:00', 'done'],
    ['2026-03-10T09:00', 'done'],
    ['2026-03-17T09:00', 'waiting'],
  ]);
  expect(house.channel.sent).toHaveLength(3);
});

test('runs missed while nothing worked are made up for once', async () => {
  const house = await open();
  await house.people(1);
  const mailing = await house.aMailing({ timing: { repeat: TUESDAYS } });
  await house.start(mailing);
  await passTo(house, mailing, '2026-03-26T09:00:00Z');
  expect(await runsOf(house, mailing)).toEqual([
    ['2026-03-03T09:00', 'done'],
    ['2026-03-31T09:00', 'waiting'],
  ]);
});

test('a run that is paused and continued makes no second next run', async () => {
  const house = await open();
  await house.people(1);
  const dispatchHours = { startHour: 15, endHour: 20 };
  const mailing = await house.aMailing({ timing: { repeat: TUESDAYS, dispatchHours } });
  await house.start(mailing);
  await server.clock.set('2026-03-03T09:00:00Z');
  await server.runJobs();
  await house.pause(mailing);
  await house.resume(mailing);
  await server.runJobs();
  expect(await runsOf(house, mailing)).toEqual([
    ['2026-03-03T09:00', 'working'],
    ['2026-03-10T09:00', 'waiting'],
  ]);
});

test('the next run that is cancelled ends the series; one that is paused over its time goes on with the next', async () => {
  const house = await open();
  await house.people(1);
  const mailing = await house.aMailing({ timing: { repeat: TUESDAYS } });
  await house.start(mailing);
  await house.pause(mailing);
  await passTo(house, mailing, '2026-03-05T09:00:00Z');
  await house.resume(mailing);
  expect(await runsOf(house, mailing)).toEqual([['2026-03-10T09:00', 'waiting']]);
  await house.cancel(mailing);
  await passTo(house, mailing, '2026-03-24T09:00:00Z');
  expect(await runsOf(house, mailing)).toEqual([['2026-03-10T09:00', 'canceled']]);
  expect(house.channel.sent).toEqual([]);
});

test('the last day of the schedule ends it, and a schedule without a day left is refused', async () => {
  const house = await open();
  await house.people(1);
  const mailing = await house.aMailing({ timing: { repeat: { ...TUESDAYS, until: '2026-03-03' } } });
  await house.start(mailing);
  await passTo(house, mailing, '2026-03-03T09:00:00Z');
  expect(await runsOf(house, mailing)).toEqual([['2026-03-03T09:00', 'done']]);

  const over = { timing: { repeat: { ...TUESDAYS, until: '2026-03-01' } } };
  await expect(house.aMailing(over)).rejects.toThrow('settings.timing.repeat.until');
  const late = await house.aMailing({ timing: { repeat: { ...TUESDAYS, until: '2026-03-10' } } });
  await server.clock.set('2026-03-11T09:00:00Z');
  expect((await house.start(late)).body).toMatchObject({ details: { missing: ['repeat'] } });
});

test('the last moment moves with each run', async () => {
  const house = await open();
  await house.people(1);
  const mailing = await house.aMailing({ timing: { repeat: TUESDAYS, useBy: '2026-03-03T15:00:00Z' } });
  await house.start(mailing);
  await passTo(house, mailing, '2026-03-03T09:00:00Z');
  const { body } = await server.call(listMailings, { token: house.owner.token, query: { seriesId: mailing.id } });
  const next = await house.read({ ...mailing, id: body.items[0]?.id ?? mailing.id });
  expect(next.settings.timing).toMatchObject({ startsAt: '2026-03-10T09:00:00Z', useBy: '2026-03-10T15:00:00Z' });
});
