import { expect, test } from 'vitest';
import { FlowId } from '#contract/flows/calls.ts';
import {
  aDecidedCustomer,
  aDecidedFlow,
  aDecidedVisit,
  anId,
  decideOne,
  NOW,
  OPEN_POLICY,
  theFacts,
} from '#server/testing/rows/decisions.ts';
import { frequencyContext, compareImportance, type RecentMessage } from './priority-rules.ts';
import { importanceOf } from '#server/flows/storage/sender-rules.ts';
import { confirmStep } from '#server/flows/deciding/rules.ts';

const id = (n: number) => FlowId.parse(anId(n));
const DAY = 1_440;

test("an owner's order comes before importance, which comes before age", () => {
  const lost = { senderId: id(1), importance: 6 };
  const birthday = { senderId: id(2), importance: 1 };
  const laterBirthday = { senderId: id(3), importance: 1 };
  const sorted = (order: FlowId[]) =>
    [lost, laterBirthday, birthday]
      .toSorted((one, other) => compareImportance(order, one, other))
      .map((f) => f.senderId);
  expect(sorted([])).toEqual([id(2), id(3), id(1)]);
  expect(sorted([id(1)])).toEqual([id(1), id(2), id(3)]);
  expect(sorted([id(3), id(1)])).toEqual([id(3), id(1), id(2)]);
});

test('a message of a sender without an importance ranks after all others', () => {
  const mailing = { senderId: id(0), importance: null };
  expect(compareImportance([], { senderId: id(1), importance: 6 }, mailing)).toBeLessThan(0);
});

const VISIT = aDecidedVisit({ status: 'arrived', startsAt: NOW.subtract({ hours: 24 * 30 }) });
const RETURN = aDecidedFlow('repeat_visit', {
  lastStartedAt: NOW.subtract({ hours: 24 * 40 }),
  timing: { delayMinutes: 31 * DAY },
});
/** The message would leave tomorrow at noon. */
const TOMORROW = NOW.add({ hours: 24 });
const POLICY = { ...OPEN_POLICY, marketingLimit: 1, marketingDays: 3 };

function recent(change: Partial<RecentMessage>): RecentMessage {
  const birthday = { senderId: id(50), importance: importanceOf('birthday'), title: 'Birthday', isMarketing: true };
  return { ...birthday, subjectId: anId(60), occurrence: 1, at: TOMORROW, isWaiting: true, ...change };
}

const decideWith = (messages: RecentMessage[], policy = POLICY) =>
  decideOne({ subject: VISIT, customer: aDecidedCustomer({ recent: messages }) }, RETURN, NOW, policy);

test('a message gives way to a more important one, names it, and waits until both are due', () => {
  expect(decideWith([recent({})])).toMatchObject({
    outcome: 'deferred',
    rule: 'gave_way',
    compared: { sender: 'Birthday', otherAt: String(TOMORROW) },
    at: TOMORROW,
  });
});

test('a message that is of use later waits until the frequency cap allows it', () => {
  const at = TOMORROW.subtract({ hours: 12 });
  expect(decideWith([recent({ at })])).toMatchObject({
    outcome: 'deferred',
    rule: 'gave_way',
    at: Temporal.Instant.from('2026-03-05T07:00:00Z'), // the cap allows it at midnight, and the flow sends from ten
  });
});

test('a less important waiting message holds nothing back', () => {
  expect(decideWith([recent({ importance: importanceOf('lost_client') })])).toMatchObject({
    outcome: 'planned',
    rule: 'due',
  });
});

test("the owner's order decides over the senders' importance", () => {
  expect(decideWith([recent({})], { ...POLICY, senderOrder: [RETURN.id] })).toMatchObject({ rule: 'due' });
});

test('a waiting or sent message of the same occasion does not hold itself back', () => {
  const own = { senderId: RETURN.id, subjectId: VISIT.id, isWaiting: true };
  expect(decideWith([recent(own)])).toMatchObject({ rule: 'due' });
  expect(decideWith([recent({ ...own, isWaiting: false })])).toMatchObject({ rule: 'due' });
});

test('two flows about the same visit share one frequency cap', () => {
  const same = recent({ subjectId: VISIT.id, isWaiting: false, at: NOW.subtract({ hours: 1 }) });
  expect(decideWith([same])).toMatchObject({ outcome: 'deferred', rule: 'marketing_budget' });
});

test('an earlier occasion of the same flow and subject counts once it has left', () => {
  const earlier = { senderId: RETURN.id, subjectId: VISIT.id, occurrence: 7, at: NOW, isWaiting: false };
  const { marketingAt } = frequencyContext(
    [recent(earlier)],
    { senderId: RETURN.id, importance: importanceOf('repeat_visit'), subjectId: VISIT.id, occurrence: 1 },
    [],
  );
  expect(marketingAt).toEqual([NOW]);
});

test('a message that still gives way when it is due is not sent, with the reason', () => {
  const customer = aDecidedCustomer({ recent: [recent({ at: TOMORROW.add({ hours: 24 }) })] });
  const channelId = theFacts().channels[0]!.id;
  const step = { occurrence: 1, testPhone: null, channelId };
  const when = { now: TOMORROW, policy: POLICY };
  expect(confirmStep(theFacts({ subject: VISIT, customer }), RETURN, step, when)).toMatchObject({
    kind: 'skip',
    refusal: { rule: 'gave_way', compared: { sender: 'Birthday' } },
  });
  const free = theFacts({ subject: VISIT, customer: aDecidedCustomer() });
  expect(confirmStep(free, RETURN, step, when)).toEqual({ kind: 'send' });
});

test('a test to the owner gives way to nothing', () => {
  const flow = { ...RETURN, mode: 'test' as const };
  const testRecipients = [{ phone: '+79990000001', addresses: [] }];
  const facts = { subject: VISIT, customer: aDecidedCustomer({ recent: [recent({})] }), testRecipients };
  expect(decideOne(facts, flow, NOW, POLICY)).toMatchObject({ outcome: 'planned', rule: 'due' });
});
