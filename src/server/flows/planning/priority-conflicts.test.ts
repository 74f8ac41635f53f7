import { setContactPolicy } from '#contract/policy/calls.ts';
import { expect, test } from 'vitest';
import type { FlowId } from '#contract/flows/calls.ts';
import { pauseFlow } from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs, call } = server;
const DAY_MINUTES = 1_440;

const heldDaysAgo = (days: number) => ({
  startsAt: clock.now().subtract({ hours: 24 * days }),
  createdAt: clock.now().subtract({ hours: 24 * (days + 1) }),
  changedAt: clock.now().subtract({ hours: 24 * days - 1 }),
  status: 'arrived' as const,
});

const POLICY = { quietFromHour: 22, quietToHour: 8, marketingLimit: 1, marketingDays: 3, senderOrder: [] as FlowId[] };

const setOrder = ({ owner }: Salon, senderOrder: FlowId[]) =>
  call(setContactPolicy, { token: owner.token, body: { ...POLICY, senderOrder } });

/** A return message on 3 March and one for a lost customer on 4 March, both at noon, created in either order. */
async function conflict(salon: Salon, lostFirst: boolean): Promise<{ returns: FlowId; lost: FlowId }> {
  const aReturn = () => salon.aFlow({ kind: 'repeat_visit', delayMinutes: 30 * DAY_MINUTES });
  const aLost = () => salon.aFlow({ kind: 'lost_client', delayMinutes: 31 * DAY_MINUTES });
  await salon.book(heldDaysAgo(29));
  await setOrder(salon, []);
  const first = lostFirst ? await aLost() : await aReturn();
  await runJobs();
  const second = lostFirst ? await aReturn() : await aLost();
  await runJobs();
  return lostFirst ? { lost: first.id, returns: second.id } : { returns: first.id, lost: second.id };
}

const ways = [
  ['is made first', true],
  ['is made last', false],
] as const;

test.each(ways)(
  'the less important message waits for its budget when the flow of the lost %s',
  async (_, lostFirst) => {
    const salon = await open();
    const { returns, lost } = await conflict(salon, lostFirst);
    await setOrder(salon, [returns, lost]);
    await runJobs();
    expect(await salon.messages(returns)).toMatchObject([{ status: 'planned', dueAt: '2026-03-03 09:00:00+00' }]);
    expect(await salon.messages(lost)).toMatchObject([{ status: 'planned', dueAt: '2026-03-06 09:00:00+00' }]);
    expect(await salon.verdicts(lost)).toContainEqual({
      outcome: 'deferred',
      rule: 'gave_way',
      compared: expect.objectContaining({ limit: 1, days: 3, otherAt: '2026-03-03T09:00:00Z' }),
    });
    for (let n = 0; n < 4; n += 1) {
      await clock.advance({ hours: 24 });
      await runJobs();
    }
    expect((await salon.messages()).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  },
);

test.each(ways)('what cannot wait is not sent, and says why, when the flow of the lost %s', async (_, lostFirst) => {
  const salon = await open();
  const { returns, lost } = await conflict(salon, lostFirst);
  await setOrder(salon, [lost, returns]);
  await runJobs();
  expect(await salon.messages(returns)).toMatchObject([{ status: 'planned', dueAt: '2026-03-03 09:00:00+00' }]);
  expect(await salon.verdicts(returns)).toContainEqual(
    expect.objectContaining({ outcome: 'deferred', rule: 'gave_way' }),
  );
  await clock.advance({ hours: 24 });
  await runJobs();
  // Decided again with the plan of the other message or when due, by the job that runs first.
  const left = { status: expect.stringMatching(/^(skipped|cancelled)$/), reason: 'gave_way' };
  expect(await salon.messages(returns)).toMatchObject([left]);
  await clock.advance({ hours: 24 });
  await runJobs();
  expect(await salon.messages(lost)).toMatchObject([{ status: 'accepted' }]);
  expect(salon.whatsApp.sent).toHaveLength(1);
});

test('without an order of the owner the flows meet as their kinds do, whichever was there first', async () => {
  const outcomes: unknown[] = [];
  for (const lostFirst of [true, false]) {
    const salon = await open();
    await clock.set('2026-03-02T09:00:00Z');
    const { returns, lost } = await conflict(salon, lostFirst);
    const found = [...(await salon.messages(returns)), ...(await salon.messages(lost))];
    outcomes.push(found.map(({ status, dueAt }) => [status, dueAt]));
  }
  expect(outcomes[0]).toEqual([
    ['planned', '2026-03-03 09:00:00+00'],
    ['planned', '2026-03-06 09:00:00+00'],
  ]);
  expect(outcomes[1]).toEqual(outcomes[0]);
});

test('a message that yielded is sent when the more important flow is paused meanwhile', async () => {
  const salon = await open();
  const { returns, lost } = await conflict(salon, true);
  await setOrder(salon, [lost, returns]);
  await runJobs();
  await call(pauseFlow, { token: salon.owner.token, params: { flowId: lost } });
  await clock.advance({ hours: 24 });
  await runJobs();
  expect(await salon.messages(returns)).toMatchObject([{ status: 'accepted' }]);
});

test('planning again changes nothing and repeats no verdict', async () => {
  const salon = await open();
  const { returns, lost } = await conflict(salon, false);
  await setOrder(salon, [returns, lost]);
  await runJobs();
  const before = [await salon.messages(), await salon.verdicts()];
  for (let n = 0; n < 3; n += 1) {
    await setOrder(salon, [returns, lost]);
    await runJobs();
  }
  expect([await salon.messages(), await salon.verdicts()]).toEqual(before);
});

test("an order that names another cabinet's flow is refused", async () => {
  const strangers = await open();
  const { id } = await strangers.aFlow({ kind: 'birthday' });
  const salon = await open();
  expect(await setOrder(salon, [id])).toMatchObject({ status: 404, body: { code: 'sender.not_found' } });
});
