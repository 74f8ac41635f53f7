import { expect, test } from 'vitest';
import { countSkips, getRetention, listSkipped, setRetention } from '#contract/insights/calls.ts';
import { getConversion, listConverted } from '#contract/insights/conversion.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, clock } = server;

const request = (salon: Salon, query: Record<string, string>) => ({ token: salon.owner.token, query });

/** Three visits too soon for a reminder a day before: two today, one tomorrow. */
async function aSalonThatSkips() {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  const other = await salon.aFlow({ kind: 'visit_reminder', title: 'За двое', delayMinutes: -2880 });
  await salon.book({ startsAt: clock.now().add({ hours: 3 }), phone: '+79160000001', clientName: 'Анна' });
  await salon.book({ startsAt: clock.now().add({ hours: 4 }), phone: '+79160000002', clientName: 'Яна' });
  await clock.set('2026-03-03T09:00:00Z');
  await salon.book({ startsAt: clock.now().add({ hours: 3 }), phone: '+79160000003', clientName: 'Ольга' });
  return { salon, flow, other };
}

test('decisions against are counted by reason and day of the cabinet, of one flow or of all', async () => {
  const { salon, flow } = await aSalonThatSkips();
  const of = await call(countSkips, request(salon, { senderId: flow.id }));
  expect(of.body).toEqual({
    from: '2026-02-02',
    to: '2026-03-03',
    timeZone: 'Europe/Moscow',
    counts: [
      { day: '2026-03-02', rule: 'too_late', count: 2 },
      { day: '2026-03-03', rule: 'too_late', count: 1 },
    ],
  });
  const all = await call(countSkips, request(salon, { from: '2026-03-03', to: '2026-03-03' }));
  expect(all.body.counts).toEqual([{ day: '2026-03-03', rule: 'too_late', count: 2 }]);
});

test('a count stays the same when it is summed up', async () => {
  const { salon, flow } = await aSalonThatSkips();
  const before = await call(countSkips, request(salon, { senderId: flow.id }));
  await server.runRepeated('delivery.sum-skips');
  const after = await call(countSkips, request(salon, { senderId: flow.id }));
  expect(after.body).toEqual(before.body);
});

test('the people behind a count are listed page by page, newest first', async () => {
  const { salon, flow } = await aSalonThatSkips();
  const query = { senderId: flow.id, rule: 'too_late', limit: '2' };
  const first = await call(listSkipped, request(salon, query));
  expect(first.body.items).toMatchObject([
    { contactName: 'Ольга', senderTitle: 'За сутки', rule: 'too_late' },
    { contactName: 'Яна' },
  ]);
  const second = await call(listSkipped, request(salon, { ...query, cursor: String(first.body.nextCursor) }));
  expect([second.body.items.map(({ contactName }) => contactName), second.body.nextCursor]).toEqual([['Анна'], null]);
  const day = await call(listSkipped, request(salon, { ...query, from: '2026-03-03', to: '2026-03-03' }));
  expect(day.body.items.map(({ contactName }) => contactName)).toEqual(['Ольга']);
});

test('a period that ends before it begins is refused at its field', async () => {
  const salon = await open();
  const refused = (field: string) => ({
    status: 400,
    body: { code: 'request.invalid', details: { fields: { [field]: ['range'] } } },
  });
  for (const list of [countSkips, listSkipped, getConversion, listConverted]) {
    const backwards = request(salon, { from: '2026-03-02', to: '2026-03-01' });
    expect(await call(list, backwards)).toMatchObject(refused('to'));
    expect(await call(list, request(salon, { from: '2099-01-01' }))).toMatchObject(refused('from'));
    expect((await call(list, request(salon, { from: '2026-03-01', to: '2026-03-01' }))).status).toBe(200);
  }
});

test('the owner sets the retention of decisions, within bounds', async () => {
  const salon = await open();
  const { token } = salon.owner;
  expect((await call(getRetention, { token })).body).toEqual({ months: 13 });
  await call(setRetention, { token, body: { months: 6 } });
  expect((await call(getRetention, { token })).body).toEqual({ months: 6 });
  expect((await call(setRetention, { token, body: { months: 2 } })).status).toBe(400);
});
