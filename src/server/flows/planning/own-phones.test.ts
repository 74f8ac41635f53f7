import { expect, test } from 'vitest';
import { setTestPhones } from '#contract/flows/trials.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { runJobs } = server;

async function tryOn(salon: Salon, testPhones: string): Promise<void> {
  await server.call(setTestPhones, { token: salon.owner.token, body: { testPhones } });
  await runJobs();
}
const waiting = async (salon: Salon) =>
  (await salon.messages()).filter(({ status }) => status === 'planned').map(({ testPhone }) => testPhone);

test("planned messages to the cabinet's test numbers follow a change of the numbers", async () => {
  const salon = await open();
  await tryOn(salon, '');
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  await salon.book({});
  expect(await waiting(salon)).toEqual([]);
  await tryOn(salon, '+79990000001');
  expect(await waiting(salon)).toEqual(['+79990000001']);
  await tryOn(salon, '+79990000002, +79990000003');
  expect(await waiting(salon)).toEqual(['+79990000002', '+79990000003']);
});

test('messages of a flow with its own numbers, or of a live one, do not', async () => {
  const salon = await open();
  await tryOn(salon, '+79990000001');
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  const before = await salon.messages();
  await tryOn(salon, '+79990000002');
  expect(await salon.messages()).toEqual(before);
});
