import { expect, test } from 'vitest';
import { ContactId, optOutContact } from '#contract/contacts/calls.ts';
import { continueFlow, type FlowMode, pauseFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { countSkips, listSkipped, setRetention } from '#contract/insights/calls.ts';
import { setTestPhones } from '#contract/flows/trials.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner, runJobs, runRepeated } = server;

const countsOf = async ({ owner: { token } }: Salon, query: Record<string, string> = {}) =>
  (await call(countSkips, { token, query })).body.counts;
const peopleOf = async ({ owner: { token } }: Salon, query: Record<string, string | string[]> = {}) =>
  (await call(listSkipped, { token, query })).body;
const aReminder = (salon: Salon, mode?: FlowMode) =>
  salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 }, mode);

test('cancelled messages are counted by reason on the day they were cancelled, and list their contacts', async () => {
  const salon = await open();
  const flow = await aReminder(salon);
  const { externalId } = await salon.book({ phone: '+79160000001', clientName: 'Анна' });
  await salon.book({ phone: '+79160000002', clientName: 'Яна' });
  expect(await countsOf(salon)).toEqual([]);
  await clock.set('2026-03-02T21:30:00Z'); // past midnight in the salon's zone
  await salon.book({ externalId, status: 'cancelled' });
  expect(await countsOf(salon, { senderId: flow.id })).toEqual([
    { day: '2026-03-03', rule: 'visit_cancelled', count: 1 },
  ]);
  const [message] = (await salon.messages(flow.id)).filter(({ status }) => status === 'cancelled');
  expect((await peopleOf(salon, { rule: 'visit_cancelled' })).items).toMatchObject([
    { id: message?.id, entryId: message?.id, contactName: 'Анна', senderTitle: 'За сутки', at: '2026-03-02T21:30:00Z' },
  ]);
});

test('contacts who opted out before the message was due are listed with those refused, page by page', async () => {
  const salon = await open();
  const flow = await aReminder(salon);
  await salon.book({ phone: '+79160000001', clientName: 'Анна', startsAt: clock.now().add({ hours: 72 }) });
  await salon.book({ phone: '+79160000001', startsAt: clock.now().add({ hours: 96 }) });
  await clock.advance({ minutes: 5 });
  const contactId = await contactOf(salon, '+79160000001');
  await call(optOutContact, { token: salon.owner.token, params: { contactId }, body: { scope: 'all' } });
  await runJobs();
  await clock.advance({ minutes: 5 });
  await salon.book({ phone: '+79160000001', startsAt: clock.now().add({ hours: 120 }) });
  expect(await countsOf(salon)).toEqual([{ day: '2026-03-02', rule: 'opted_out', count: 3 }]);
  const query = { senderId: flow.id, rule: 'opted_out', limit: '2' };
  const first = await peopleOf(salon, query);
  const second = await peopleOf(salon, { ...query, cursor: String(first.nextCursor) });
  expect([...first.items, ...second.items].map(({ at }) => at)).toEqual([
    '2026-03-02T09:10:00Z',
    '2026-03-02T09:05:00Z',
    '2026-03-02T09:05:00Z',
  ]);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3);
  expect(second.nextCursor).toBeNull();
});

test('a message that is planned again is no longer counted, however often its flow is paused', async () => {
  const salon = await open();
  const flow = await aReminder(salon);
  await salon.book({});
  const params = { flowId: flow.id };
  const { token } = salon.owner;
  for (let round = 0; round < 2; round += 1) {
    await call(pauseFlow, { token, params });
    await runJobs();
    expect(await countsOf(salon)).toEqual([{ day: '2026-03-02', rule: 'flow_paused', count: 1 }]);
    await runRepeated('delivery.sum-skips');
    expect((await peopleOf(salon)).items).toHaveLength(1);
    await call(continueFlow, { token, params });
    await runJobs();
    expect(await countsOf(salon)).toEqual([]);
    expect((await peopleOf(salon)).items).toEqual([]);
  }
});

test('a moved visit counts as skipped only for messages about its new time', async () => {
  const salon = await open();
  await aReminder(salon);
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 72 }) });
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 96 }) });
  expect(await countsOf(salon)).toEqual([]);
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 3 }) });
  expect(await countsOf(salon)).toEqual([{ day: '2026-03-02', rule: 'too_late', count: 1 }]);
});

test('a visit that is moved and cancelled at once is counted once', async () => {
  const salon = await open();
  await aReminder(salon);
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 72 }) });
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 96 }), status: 'cancelled' });
  expect(await countsOf(salon)).toEqual([{ day: '2026-03-02', rule: 'visit_cancelled', count: 1 }]);
});

test('a test cancelled with its mode or number is not counted, one cancelled with its visit is', async () => {
  const salon = await open();
  const { token } = salon.owner;
  await call(setTestPhones, { token, body: { testPhones: '+79990000001, +79990000002' } });
  const flow = await aReminder(salon, 'test');
  const { externalId } = await salon.book({});
  await call(setTestPhones, { token, body: { testPhones: '+79990000001' } });
  await runJobs();
  expect(await countsOf(salon)).toEqual([]);
  await salon.book({ externalId, status: 'cancelled' });
  expect(await countsOf(salon)).toEqual([{ day: '2026-03-02', rule: 'visit_cancelled', count: 1 }]);
  await salon.book({ externalId, status: 'waiting' });
  await call(switchFlowMode, { token, params: { flowId: flow.id }, body: { mode: 'combat' } });
  await runJobs();
  expect(await countsOf(salon)).toEqual([]);
});

test('contacts of several reasons are listed together', async () => {
  const salon = await open();
  await aReminder(salon);
  const { externalId } = await salon.book({ phone: '+79160000001', clientName: 'Анна' });
  await salon.book({ externalId, status: 'cancelled' });
  await salon.book({ phone: '+79160000002', clientName: 'Яна', startsAt: clock.now().add({ hours: 3 }) });
  await salon.book({ phone: null, clientName: '' });
  const named = async (rule: string[]) => (await peopleOf(salon, { rule })).items.map(({ rule: shown }) => shown);
  const all = (await peopleOf(salon)).items.map(({ rule }) => rule);
  expect(all).toHaveLength(3);
  expect((await named(['visit_cancelled', 'too_late'])).toSorted()).toEqual(['too_late', 'visit_cancelled']);
  expect(await named(['visit_cancelled'])).toEqual(['visit_cancelled']);
  const refused = await call(listSkipped, { token: salon.owner.token, query: { rule: ['too_late', 'bogus'] } });
  expect(refused).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
});

test('counts are deleted with the months past retention', async () => {
  const salon = await open();
  await aReminder(salon);
  const { externalId } = await salon.book({});
  await salon.book({ externalId, status: 'cancelled' });
  await call(setRetention, { token: salon.owner.token, body: { months: 3 } });
  const period = { from: '2026-03-01', to: '2026-07-01' };
  await clock.set('2026-06-30T09:00:00Z');
  await runRepeated('delivery.forget-old');
  expect(await countsOf(salon, period)).toHaveLength(1);
  expect((await peopleOf(salon, period)).items).toHaveLength(1);
  await clock.set('2026-07-01T09:00:00Z');
  await runRepeated('delivery.forget-old');
  expect(await countsOf(salon, period)).toEqual([]);
  const { rows } = await owner.query('select from called_off where tenant_id = $1', [salon.owner.tenantId]);
  expect(rows).toEqual([]);
});

async function contactOf(salon: Salon, phone: string): Promise<ContactId> {
  const { rows } = await owner.query<{ id: string }>('select id from contacts where tenant_id = $1 and phone = $2', [
    salon.owner.tenantId,
    phone,
  ]);
  return ContactId.parse(rows[0]?.id);
}
