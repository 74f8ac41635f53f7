import { expect, test } from 'vitest';
import { getPolicyReport, listConflicts, previewContactPolicy, setContactPolicy } from '#contract/policy/calls.ts';
import { type FlowId, switchFlowMode } from '#contract/flows/calls.ts';
import { setTestPhones } from '#contract/flows/trials.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs, call } = server;
const rows = builders(server.owner);
const DAY_MINUTES = 1_440;
const OPEN = { quietFromHour: 0, quietToHour: 0, marketingLimit: 100, marketingDays: 3, senderOrder: [] as FlowId[] };

const heldDaysAgo = (days: number) => ({
  startsAt: clock.now().subtract({ hours: 24 * days }),
  createdAt: clock.now().subtract({ hours: 24 * (days + 1) }),
  changedAt: clock.now().subtract({ hours: 24 * days - 1 }),
  status: 'arrived' as const,
});
const withToken = ({ owner }: Salon) => ({ token: owner.token });

/** A return message on 3 March at noon and one for a lost customer on 4 March, with a policy that allows both. */
async function twoReturns(salon: Salon): Promise<{ returns: FlowId; lost: FlowId }> {
  await call(setContactPolicy, { ...withToken(salon), body: OPEN });
  await salon.book(heldDaysAgo(29));
  const returns = await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES });
  const lost = await salon.aFlow({ kind: 'lost_client', delayMinutes: 31 * DAY_MINUTES });
  await runJobs();
  return { returns: returns.id, lost: lost.id };
}

test('the preview of a policy counts the messages that would wait until the morning', async () => {
  const salon = await open();
  await call(setContactPolicy, { ...withToken(salon), body: OPEN });
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -DAY_MINUTES });
  await salon.book({ startsAt: clock.now().add({ hours: 24 + 14 }) }); // the reminder is due at two in the night
  await salon.book({ startsAt: clock.now().add({ hours: 24 + 2 }), phone: '+79161112244' });
  const body = { ...OPEN, quietFromHour: 22, quietToHour: 8 };
  expect(await call(previewContactPolicy, { ...withToken(salon), body })).toMatchObject({
    status: 200,
    body: { looked: 2, isAll: true, later: [{ rule: 'quiet_hours', count: 1 }], dropped: [], sooner: 0, regained: 0 },
  });
  await call(setContactPolicy, { ...withToken(salon), body });
  await runJobs();
  expect((await call(previewContactPolicy, { ...withToken(salon), body: OPEN })).body).toMatchObject({
    later: [],
    sooner: 1,
  });
  expect((await call(previewContactPolicy, { ...withToken(salon), body })).body).toMatchObject({
    later: [],
    sooner: 0,
  });
});

test('the preview of a frequency cap counts the messages that would wait and those that would not be sent', async () => {
  const salon = await open();
  const { returns, lost } = await twoReturns(salon);
  const strict = { ...OPEN, marketingLimit: 1 };
  const preview = (senderOrder: FlowId[]) =>
    call(previewContactPolicy, { ...withToken(salon), body: { ...strict, senderOrder } });
  expect((await preview([returns, lost])).body).toMatchObject({
    looked: 2,
    later: [{ rule: 'gave_way', count: 1 }],
    dropped: [],
  });
  expect((await preview([lost, returns])).body).toMatchObject({
    later: [],
    dropped: [{ rule: 'gave_way', count: 1 }],
  });
  expect(
    (await call(previewContactPolicy, { ...withToken(salon), body: { ...OPEN, marketingLimit: 0 } })).body,
  ).toMatchObject({
    dropped: [{ rule: 'marketing_budget', count: 2 }],
  });
});

test('a preview stores nothing', async () => {
  const salon = await open();
  await twoReturns(salon);
  const before = [await salon.messages(), await salon.verdicts()];
  await call(previewContactPolicy, { ...withToken(salon), body: { ...OPEN, marketingLimit: 0 } });
  await runJobs();
  expect([await salon.messages(), await salon.verdicts()]).toEqual(before);
});

test('the report shows what the policy held and refused, which flows send the most, and their order', async () => {
  const salon = await open();
  const { returns, lost } = await twoReturns(salon);
  await call(setContactPolicy, {
    ...withToken(salon),
    body: { ...OPEN, marketingLimit: 1, senderOrder: [lost, returns] },
  });
  await runJobs();
  for (let n = 0; n < 2; n += 1) {
    await clock.advance({ hours: 24 });
    await runJobs();
  }
  await server.runRepeated('delivery.sweep');
  expect((await call(getPolicyReport, withToken(salon))).body).toMatchObject({
    days: 30,
    order: [{ senderId: lost }, { senderId: returns }],
    held: [{ rule: 'gave_way', count: 1 }],
    refused: [{ rule: 'gave_way', count: 1 }],
    senders: [{ senderId: lost, isMarketing: true, sent: 1 }],
  });
  await clock.advance({ hours: 24 * 32 });
  expect((await call(getPolicyReport, withToken(salon))).body).toMatchObject({ held: [], refused: [], senders: [] });
});

test('the report counts the messages of every kind of sender but those that answer', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  const dueAt = clock.now().subtract({ hours: 1 });
  for (const kind of ['mailing', 'chatbot'] as const) {
    const { id: senderId } = await rows.aSender({ tenantId, kind, title: kind });
    await rows.aMessage({ tenantId, senderId, status: 'delivered', isMarketing: kind === 'mailing', dueAt });
  }
  expect((await call(getPolicyReport, withToken(salon))).body.senders).toMatchObject([
    { kind: 'mailing', title: 'mailing', isMarketing: true, sent: 1 },
  ]);
});

test('messages that conflict with others of the same customer are counted, with their contacts and outcomes', async () => {
  const salon = await open();
  const { returns, lost } = await twoReturns(salon);
  await salon.book({ ...heldDaysAgo(29), phone: '+79161112244', clientName: 'Вера' });
  await call(setContactPolicy, {
    ...withToken(salon),
    body: { ...OPEN, marketingLimit: 1, senderOrder: [lost, returns] },
  });
  await runJobs();
  const conflicts = (flowId?: FlowId) =>
    call(listConflicts, { ...withToken(salon), query: flowId ? { senderId: flowId } : {} });
  const ofReturns = (await conflicts(returns)).body;
  expect(ofReturns).toMatchObject({ isMarketing: true, limit: 1, days: 3, rehearsed: null });
  expect(ofReturns.planned).toEqual({ looked: 2, isAll: true, meeting: 2 });
  expect(ofReturns.people).toContainEqual(
    expect.objectContaining({ name: 'Анна', senderId: returns, otherAt: '2026-03-04T09:00:00Z', fate: 'gives_way' }),
  );
  expect((await conflicts(lost)).body.people).toContainEqual(expect.objectContaining({ name: 'Анна', fate: 'goes' }));
  expect((await conflicts()).body.planned).toMatchObject({ looked: 4, meeting: 4 });
});

test('a flow in test mode shows its conflicts before it goes live', async () => {
  const salon = await open();
  await call(setTestPhones, { ...withToken(salon), body: { testPhones: ['+79990000001'] } });
  const { returns, lost } = await twoReturns(salon);
  await call(switchFlowMode, { ...withToken(salon), params: { flowId: lost }, body: { mode: 'test' } });
  await runJobs();
  await call(setContactPolicy, { ...withToken(salon), body: { ...OPEN, marketingLimit: 1, senderOrder: [returns] } });
  const { body } = await call(listConflicts, { ...withToken(salon), query: { senderId: lost } });
  expect(body.planned).toMatchObject({ meeting: 1 });
  expect(body.people).toMatchObject([{ name: 'Анна', otherAt: '2026-03-03T09:00:00Z', fate: 'waits' }]);
});

test('a message that waits because another was sent conflicts with that one', async () => {
  const salon = await open();
  await call(setContactPolicy, { ...withToken(salon), body: { ...OPEN, marketingLimit: 1 } });
  await salon.book(heldDaysAgo(29));
  await salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES });
  await runJobs();
  await clock.advance({ hours: 24 });
  await runJobs();
  const { id } = await salon.aFlow({ kind: 'lost_client', delayMinutes: 31 * DAY_MINUTES });
  await runJobs();
  const { body } = await call(listConflicts, { ...withToken(salon), query: { senderId: id } });
  expect(body.planned).toMatchObject({ meeting: 1 });
  expect(body.people).toMatchObject([{ at: '2026-03-06T09:00:00Z', otherAt: '2026-03-03T09:00:00Z', fate: 'waits' }]);
});

test('a message that is not marketing has no conflicts', async () => {
  const salon = await open();
  const { id } = await salon.aFlow({ kind: 'visit_reminder' });
  const { body } = await call(listConflicts, { ...withToken(salon), query: { senderId: id } });
  expect(body).toMatchObject({ isMarketing: false, planned: { looked: 0, meeting: 0 }, rehearsed: null, people: [] });
});

test("the conflicts of another cabinet's flow do not exist", async () => {
  const strangers = await open();
  const { id } = await strangers.aFlow({ kind: 'birthday' });
  const salon = await open();
  expect(await call(listConflicts, { ...withToken(salon), query: { senderId: id } })).toMatchObject({ status: 404 });
  expect(await call(previewContactPolicy, { ...withToken(salon), body: { ...OPEN, senderOrder: [id] } })).toMatchObject(
    {
      status: 404,
    },
  );
});
