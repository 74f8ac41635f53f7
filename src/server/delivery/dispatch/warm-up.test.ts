import { beforeEach, expect, test } from 'vitest';
import { UNOFFICIAL_WARM_UP } from '#contract/channels/warm-up.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { accepted, aFakeChannel } from '#server/testing/world/fake-channel.ts';
import { aDraft, type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { SendOutcome } from '#server/channels/port.ts';
import { planMessages } from '#server/delivery/planning/actions.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness, anotherChannel, customers, anAddress } = ledgerBuilders(owner);
const { snapshot, context, dispatch, ledger, planned, reset } = dispatching(database);
beforeEach(reset);

const kind = 'telegram_user';
const aNumber = (answer: (nth: number) => SendOutcome = () => accepted()) =>
  aFakeChannel({ kind, traits: { warmUp: UNOFFICIAL_WARM_UP }, answer: (_message, nth) => answer(nth) });

/** A cabinet whose number was connected some days ago. */
async function aWarmedBusiness(days = 0): Promise<Business> {
  const business = await aBusiness({ kind });
  await owner.query('update channels set created_at = $2 where id = $1', [
    business.channelId,
    NOON.subtract({ hours: 24 * days }).toString(),
  ]);
  return business;
}
const outcomes = async (business: Business) =>
  Object.entries(Object.groupBy(await ledger(business), ({ status, reason }) => `${status} ${reason}`)).map(
    ([outcome, rows]) => `${rows?.length} ${outcome}`,
  );

test('a new number writes to 20 strangers on its first day, and to the others on the next morning', async () => {
  const business = await aWarmedBusiness();
  await planned(business, { count: 25, changes: { useBy: null } });
  const number = aNumber();
  await dispatch(number, business);
  expect(number.sent).toHaveLength(20);
  expect((await outcomes(business)).toSorted()).toEqual(['20 accepted null', '5 planned warm_up']);
  const waiting = (await ledger(business)).filter(({ status }) => status === 'planned');
  const morning = NOON.toZonedDateTimeISO('Europe/Moscow').add({ days: 1 }).startOfDay().with({ hour: 10 }).toInstant();
  expect(waiting.map(({ due_at }) => due_at)).toEqual(Array(5).fill(morning));
  snapshot.now = morning;
  await dispatch(number, business);
  expect(number.sent).toHaveLength(25);
});

test('who has written to the number, or was written to by it, is no stranger', async () => {
  const business = await aWarmedBusiness();
  await planned(business, { count: 20 });
  const number = aNumber();
  await dispatch(number, business);
  const [friend] = await customers(business, 1);
  await anAddress(business, friend!.contactId, { channelUserId: '5001' });
  await withTenant(context(), business.tenantId, (scope) =>
    planMessages(scope, [aDraft(business, friend!, { dueAt: snapshot.now })]),
  );
  await dispatch(number, business);
  expect(number.sent).toHaveLength(21);
});

test('beyond the day’s limit a stranger is written to by the next channel', async () => {
  const business = await aWarmedBusiness();
  const next = await anotherChannel(business, 'twilio_sms');
  await planned(business, { count: 21, changes: { fallbackChannelIds: [next] } });
  const number = aNumber();
  await dispatch(number, business);
  expect(number.sent).toHaveLength(20);
  const sms = aFakeChannel({ kind: 'twilio_sms' });
  await dispatch(sms, business, next);
  expect(sms.sent).toHaveLength(1);
});

const refused = (errorClass: 'content_rejected' | 'recipient_invalid'): SendOutcome => ({
  kind: 'refused',
  errorClass,
  code: 'x',
  text: 'refused',
});

test('an older number takes more; unwelcome first messages halve that', async () => {
  const business = await aWarmedBusiness(3);
  await planned(business, { count: 10 });
  await dispatch(
    aNumber((nth) => (nth <= 3 ? refused('content_rejected') : accepted())),
    business,
  );
  await planned(business, { count: 30 });
  const number = aNumber();
  await dispatch(number, business);
  expect(number.sent).toHaveLength(15);
});

test('a number that the messenger does not find says nothing against writing, and is not asked for again', async () => {
  const business = await aWarmedBusiness(3);
  await planned(business, { count: 10 });
  await dispatch(
    aNumber(() => refused('recipient_invalid')),
    business,
  );
  const { rows } = await owner.query('select state from contact_addresses where tenant_id = $1', [business.tenantId]);
  expect(rows.map(({ state }) => state)).toEqual(Array(10).fill('unreachable'));
  await planned(business, { count: 50 });
  const number = aNumber();
  await dispatch(number, business);
  expect(number.sent).toHaveLength(40);
});

test('mailings pause between two messages, and everything else goes on meanwhile', async () => {
  const business = await aWarmedBusiness();
  await planned(business, { count: 3, changes: { isMarketing: true } });
  const number = aFakeChannel({ kind, traits: { warmUp: UNOFFICIAL_WARM_UP, perSecond: 1, burst: 1 } });
  await dispatch(number, business);
  expect(number.sent).toHaveLength(1);
  const { rows } = await owner.query(
    `select extract(epoch from paced_until - now()) as seconds from channels where id = $1`,
    [business.channelId],
  );
  expect(Number(rows[0].seconds)).toBeGreaterThan(3);
  expect(Number(rows[0].seconds)).toBeLessThanOrEqual(20);
  await planned(business, { count: 1 });
  await owner.query('update channels set tokens = 1 where id = $1', [business.channelId]);
  await dispatch(number, business);
  expect(number.sent).toHaveLength(2);
  await owner.query('update channels set paced_until = now(), tokens = 1 where id = $1', [business.channelId]);
  await dispatch(number, business);
  expect(number.sent).toHaveLength(3);
});
