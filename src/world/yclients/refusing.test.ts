import { afterAll, expect, test } from 'vitest';
import { createCaller } from '../testing/caller.ts';
import { startWorld } from '../world.ts';

const world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
const sim = createCaller(world.url);
afterAll(() => world.close());

const book = (date: string, refuses = true) =>
  sim('POST', '/_sim/yclients/records', { date, serviceIds: [456_431], refuses });

test('the salon’s staff book neither in the past nor on top of another visit, and move none there', async () => {
  expect(await book('2026-11-20 12:00')).toMatchObject({ status: 422, body: { code: 'time_passed' } });
  const { status, body } = await book('2027-03-01 12:00');
  expect(status).toBe(201);
  expect(await book('2027-03-01 12:30')).toMatchObject({ status: 422, body: { code: 'time_taken' } });
  const later = await book('2027-03-01 15:00');
  const move = (date: string) => sim('PUT', `/_sim/yclients/records/${later.body.id}`, { date, refuses: true });
  expect(await move('2027-03-01 12:15')).toMatchObject({ status: 422, body: { code: 'time_taken' } });
  expect(await move('2026-11-20 12:00')).toMatchObject({ status: 422, body: { code: 'time_passed' } });
  expect(await move('2027-03-01 15:15')).toMatchObject({ status: 200 });
  expect(body.id).not.toBe(later.body.id);
});

test('a test books where it likes', async () => {
  expect(await book('2026-11-20 12:00', false)).toMatchObject({ status: 201 });
});
