import { expect, test } from 'vitest';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';
import { anOffer, COLOUR } from '#server/testing/houses/offers.ts';
import { liveUntil, rehearsed, outcomesOf } from '#server/testing/houses/rehearsed.ts';

const { server, open } = await bookedSalons();
const { clock } = server;

const DAY_MINUTES = 1_440;
const at = (text: string) => Temporal.Instant.from(text);

const CUT = { startsAt: at('2026-03-02T08:00:00Z'), status: 'arrived' } as const;
const AHEAD = { services: [COLOUR], startsAt: at('2026-03-20T09:00:00Z') };

test('offers that return when a visit is cancelled, and are cancelled when it is restored, are rehearsed as in reality', async () => {
  const salon = await open();
  const flow = await anOffer(server, salon, 3 * DAY_MINUTES);
  const [anna, vera, olga] = ['+79161112233', '+79161112244', '+79161112255'].map((phone) => ({ phone }));
  const before = await salon.book({ ...anna, ...AHEAD });
  await salon.book({ ...anna, ...CUT, createdAt: clock.now() });
  await salon.book({ ...vera, ...CUT, createdAt: clock.now() });
  await salon.book({ ...olga, ...CUT, createdAt: clock.now() });
  const since = await salon.book({ ...vera, ...AHEAD });
  const back = await salon.book({ ...olga, ...AHEAD });
  await liveUntil(server, '2026-03-03T09:00:00Z');
  for (const { externalId } of [before, since, back]) await salon.book({ externalId, status: 'cancelled' });
  await liveUntil(server, '2026-03-04T09:00:00Z');
  await salon.book({ externalId: back.externalId, status: 'waiting' });
  await liveUntil(server, '2026-03-05T09:00:00Z', '2026-03-06T09:00:00Z');
  const real = await outcomesOf(server, salon);
  expect([real.sent.length, real.skipped.length]).toEqual([2, 1]);
  expect((await rehearsed(server, salon, [flow])).outcomes).toEqual(real);
});

test('restored visits are rehearsed as in reality', async () => {
  const salon = await open();
  const flows = [
    await salon.aFlow({ kind: 'visit_created', delayMinutes: 60 }),
    await salon.aFlow({ kind: 'visit_cancelled' }),
    await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }),
  ];
  const { externalId } = await salon.book({});
  await liveUntil(server, '2026-03-02T09:10:00Z');
  await salon.book({ externalId, status: 'cancelled' });
  await liveUntil(server, '2026-03-02T09:20:00Z');
  await salon.book({ externalId, status: 'waiting' });
  await liveUntil(server, '2026-03-02T10:00:00Z', '2026-03-03T09:00:00Z');
  await salon.book({ externalId, status: 'cancelled' });
  await liveUntil(server, '2026-03-03T09:10:00Z');
  await salon.book({ externalId, status: 'waiting' });
  await liveUntil(server, '2026-03-04T08:00:00Z', '2026-03-05T09:00:00Z');
  const real = await outcomesOf(server, salon);
  expect([real.sent.length, real.skipped.length]).toEqual([4, 0]);
  expect((await rehearsed(server, salon, flows)).outcomes).toEqual(real);
});
