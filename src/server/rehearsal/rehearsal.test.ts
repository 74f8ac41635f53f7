import { expect, test } from 'vitest';
import { addOptOuts } from '#contract/contacts/opt-outs.ts';
import { getRehearsal, listRehearsalRows, startRehearsal } from '#contract/rehearsal/calls.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';
import { rehearsed, outcomesOf } from '#server/testing/houses/rehearsed.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

const MORNING = '2026-03-02T06:00:00Z';

/** Advances the clock hour by hour, so that every message is sent when it is due. */
async function liveUntil(moment: string): Promise<void> {
  const until = Temporal.Instant.from(moment);
  while (Temporal.Instant.compare(clock.now(), until) < 0) {
    const next = clock.now().add({ hours: 1 });
    await clock.set(String(Temporal.Instant.compare(next, until) < 0 ? next : until));
    await runJobs();
  }
}

test('the rehearsal of days on which flows really ran equals what really happened', async () => {
  const salon = await open();
  await clock.set(MORNING);
  const flows = [
    await salon.aFlow({ kind: 'visit_created' }),
    await salon.aFlow({ kind: 'visit_changed' }),
    await salon.aFlow({ kind: 'visit_cancelled' }),
    await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -1440 }),
    await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -120 }),
    await salon.aFlow({ kind: 'review_request', delayMinutes: 120 }),
  ];
  const at = (text: string) => Temporal.Instant.from(text);
  const anna = { phone: '+79161112233', clientName: 'Анна' };
  const vera = { phone: '+79161112244', clientName: 'Вера' };
  const olga = { phone: '+79161112255', clientName: 'Ольга' };
  const nina = { phone: '+79161112266', clientName: 'Нина' };
  const first = await salon.book({ ...anna, startsAt: at('2026-03-04T09:00:00Z') });
  const second = await salon.book({ ...vera, startsAt: at('2026-03-04T12:00:00Z') });
  const third = await salon.book({ ...olga, startsAt: at('2026-03-03T15:00:00Z') });
  await salon.book({ ...nina, startsAt: at('2026-03-05T10:00:00Z') });
  await liveUntil('2026-03-02T12:00:00Z');
  await salon.book({ ...anna, externalId: first.externalId, startsAt: at('2026-03-05T09:00:00Z') });
  await salon.book({
    ...olga,
    externalId: third.externalId,
    startsAt: at('2026-03-03T15:00:00Z'),
    status: 'cancelled',
  });
  await liveUntil('2026-03-03T10:00:00Z');
  await server.call(addOptOuts, { token: salon.owner.token, body: { phones: [nina.phone] } });
  await runJobs();
  await salon.book({ phone: null, clientName: 'Без телефона', startsAt: at('2026-03-05T08:00:00Z') });
  await liveUntil('2026-03-04T13:00:00Z');
  await salon.book({ ...vera, externalId: second.externalId, startsAt: at('2026-03-04T12:00:00Z'), status: 'arrived' });
  await liveUntil('2026-03-06T08:00:00Z');

  const real = await outcomesOf(server, salon);
  const { done, outcomes } = await rehearsed(server, salon, flows);
  expect(done).toMatchObject({ status: 'done', days: 7 });
  expect(real.sent.length).toBeGreaterThan(8);
  expect(outcomes).toEqual(real);
  expect(done.summary).toMatchObject({ sent: real.sent.length, skipped: real.skipped.length });
});

test('a contact who cancels the visit ahead is invited to return in the rehearsal as in reality', async () => {
  const salon = await open();
  await clock.set(MORNING);
  const flow = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * 1_440 });
  const at = (text: string) => Temporal.Instant.from(text);
  const [startsAt, ahead] = [at('2026-02-01T09:00:00Z'), at('2026-03-20T09:00:00Z')];
  const cancelAt = async (moment: string, client: { phone: string }) => {
    await salon.book({ ...client, startsAt, createdAt: at('2026-01-30T09:00:00Z'), status: 'arrived' });
    const { externalId } = await salon.book({ ...client, startsAt: ahead });
    return async () => {
      await liveUntil(moment);
      await salon.book({ ...client, externalId, startsAt: ahead, status: 'cancelled' });
    };
  };
  const inTime = await cancelAt('2026-03-03T08:00:00Z', { phone: '+79161112233' });
  const tooLate = await cancelAt('2026-03-03T10:00:00Z', { phone: '+79161112244' });
  await inTime();
  await tooLate();
  await liveUntil('2026-03-05T08:00:00Z');

  const real = await outcomesOf(server, salon);
  expect([real.sent.length, real.skipped.length]).toEqual([1, 1]);
  expect((await rehearsed(server, salon, [flow])).outcomes).toEqual(real);
});

test('a rehearsal sends nothing and writes no verdict', async () => {
  const salon = await open();
  await salon.book({ startsAt: clock.now().add({ hours: 30 }) });
  await clock.advance({ hours: 40 });
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  const { sent } = await rehearsed(server, salon, [flow]);
  expect(sent).toMatchObject([{ contactName: 'Анна', body: expect.stringContaining('ждём вас') }]);
  expect(salon.whatsApp.sent).toEqual([]);
  expect(await salon.messages()).toEqual([]);
  expect(await salon.verdicts()).toEqual([]);
});

test('settings that are not saved can be rehearsed, and other settings give another result', async () => {
  const salon = await open();
  await salon.book({ startsAt: clock.now().add({ hours: 30 }) });
  await clock.advance({ hours: 40 });
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  const groups = [{ match: 'all' as const, conditions: [{ field: 'visits_count' as const, from: 50, to: 60 }] }];
  const settings = { ...flow.settings, conditions: { match: 'all' as const, groups } };
  const body = { days: 7, unsaved: { title: 'Draft', kind: flow.kind, settings } };
  const { body: started } = await server.call(startRehearsal, { token: salon.owner.token, body });
  await runJobs();
  const params = { rehearsalId: started.id };
  expect((await server.call(getRehearsal, { token: salon.owner.token, params })).body.summary).toMatchObject({
    sent: 0,
    skippedByRule: { visits_count_differs: 1 },
  });
});

test('a rehearsal says what providers would charge, and how many messages have no known price', async () => {
  const salon = await open();
  await clock.set(MORNING);
  const flow = await salon.aFlow({ kind: 'visit_created' });
  for (const phone of ['+79161112233', '+79161112244', '+15551234567'])
    await salon.book({ phone, startsAt: Temporal.Instant.from('2026-03-04T09:00:00Z') });
  await clock.set('2026-03-03T10:00:00Z');
  const { config } = server.ctx;
  const { messagePrices } = config;
  config.messagePrices = { dialog360: { currency: 'USD', prices: [{ prefix: '7', price: 0.004 }] } };
  const { done } = await rehearsed(server, salon, [flow]).finally(() => (config.messagePrices = messagePrices));
  expect(done.summary).toMatchObject({ sent: 3, prices: [{ amount: 0.01, currency: 'USD' }], unpriced: 1 });
});

test('three messages to one customer on one day count as a busy day', async () => {
  const salon = await open();
  await clock.set(MORNING);
  await salon.book({ startsAt: clock.now().add({ hours: 8 }) });
  const hours = [-60, -120, -180].map((delayMinutes) => salon.aFlow({ kind: 'visit_reminder', delayMinutes }, 'test'));
  const flows = await Promise.all(hours);
  await clock.advance({ hours: 24 });
  const { done, sent } = await rehearsed(server, salon, flows);
  expect(done.summary).toMatchObject({ sent: 3, people: 1, busyDays: 1 });
  expect(sent.map(({ isBusy }) => isBusy)).toEqual([true, true, true]);
});

test('an interrupted rehearsal resumes where it was', async () => {
  const salon = await open();
  await salon.book({ startsAt: clock.now().add({ hours: 30 }) });
  await clock.advance({ hours: 40 });
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  const { done, sent } = await rehearsed(server, salon, [flow]);
  await server.owner.query(`update rehearsals set status = 'running' where id = $1`, [done.id]);
  await server.owner.query(
    `select frontdesk.enqueue('flows.rehearse', json_build_object('tenantId', $1::text, 'rehearsalId', $2::text), null, null, null, null, 3, 0)`,
    [salon.owner.tenantId, done.id],
  );
  await runJobs();
  const params = { rehearsalId: done.id };
  const again = await server.call(listRehearsalRows, { token: salon.owner.token, params, query: { limit: 100 } });
  expect(again.body.items).toEqual(sent);
});
