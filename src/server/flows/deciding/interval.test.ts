import type { RecentMessage } from '#server/policy/priority-rules.ts';
import { expect, test } from 'vitest';
import { aDecidedCustomer, aDecidedVisit, anId, decideOne, NOW, reminder } from '#server/testing/rows/decisions.ts';

/** 24 hours before the visit, and at most once in two days for each customer. */
const FLOW = reminder(24, { timing: { intervalMinutes: 2 * 1_440 } });
const SUBJECT = aDecidedVisit({ startsAt: NOW.add({ hours: 24 }) });

const received = (hours: number, change: Partial<RecentMessage> = {}): RecentMessage => ({
  senderId: FLOW.id,
  subjectId: anId(77),
  at: NOW.add({ hours }),
  isMarketing: false,
  ...change,
});
const decideAmong = (...messages: RecentMessage[]) =>
  decideOne({ subject: SUBJECT, customer: aDecidedCustomer({ recent: messages }) }, FLOW);

test('a message sent within the interval blocks the next, and an earlier one does not', () => {
  expect(decideAmong(received(-47))).toMatchObject({ rule: 'written_lately', compared: { intervalMinutes: 2_880 } });
  expect(decideAmong(received(-49))).toMatchObject({ outcome: 'planned' });
});

test('a message due later blocks nothing', () => {
  expect(decideAmong(received(30, { isWaiting: true }))).toMatchObject({ outcome: 'planned' });
  expect(decideAmong(received(24 * 9, { isWaiting: true }))).toMatchObject({ outcome: 'planned' });
});

test('one of two messages due at one moment is sent', () => {
  const own = received(0, { subjectId: SUBJECT.id, occurrence: SUBJECT.timeVersion, isWaiting: true });
  expect(decideAmong(own, received(0, { subjectId: anId(19), isWaiting: true }))).toMatchObject({
    rule: 'written_lately',
  });
  expect(decideAmong(own, received(0, { subjectId: anId(21), isWaiting: true }))).toMatchObject({ outcome: 'planned' });
});

test('a planned message may be cancelled, so it blocks only a due one', () => {
  const subject = aDecidedVisit({ startsAt: NOW.add({ hours: 48 }) });
  const customer = aDecidedCustomer({ recent: [received(12, { isWaiting: true })] });
  expect(decideOne({ subject, customer }, FLOW)).toMatchObject({ outcome: 'planned' });
  expect(decideOne({ subject, customer }, FLOW, NOW.add({ hours: 24 }))).toMatchObject({ rule: 'written_lately' });
});

test('another occasion of the same visit counts', () => {
  expect(decideAmong(received(-5, { subjectId: SUBJECT.id, occurrence: 0 }))).toMatchObject({ rule: 'written_lately' });
});
