import { expect, test } from 'vitest';
import { FlowId } from '#contract/flows/calls.ts';
import {
  aDecidedFlow,
  aDecidedVisit,
  anId,
  decideOne,
  happened,
  NOW,
  reminder,
  VISIT_AT,
} from '#server/testing/rows/decisions.ts';
import type { MessageNearby, VisitNearby } from './decision.ts';

const flow = aDecidedFlow('visit_created');
const booked = happened('visit.created');

/** Another visit so many minutes after the decided one, which lasts an hour. */
function nearby(minutes: number, change: Partial<VisitNearby> = {}): VisitNearby {
  const visit = aDecidedVisit({ id: anId(minutes < 0 ? 19 : 21), startsAt: VISIT_AT.add({ minutes }) });
  return { ...visit, messages: [], ...change };
}
const aMessage = (change: Partial<MessageNearby>): MessageNearby => ({
  flowId: flow.id,
  testPhone: null,
  isWaiting: true,
  at: NOW,
  ...change,
});

test.each([
  ['the one before', -60],
  ['one that overlaps it', -30],
  ['one before a pause of an hour', -120],
])('a reminder is left to %s', (_which, minutes) => {
  const first = nearby(minutes);
  expect(decideOne({ nearby: [first] }, reminder(24))).toMatchObject({
    outcome: 'skipped',
    rule: 'in_succession',
    compared: { startsAt: String(first.startsAt) },
  });
});

test.each([
  ['follows it', nearby(60)],
  ['is hours before it', nearby(-121)],
  ['was cancelled', nearby(-60, { status: 'cancelled' })],
  ['is at a branch that is off', nearby(-60, { isBranchActive: false })],
])('a reminder is not left to a visit that %s', (_what, visit) => {
  expect(decideOne({ nearby: [visit] }, reminder(24))).toMatchObject({ outcome: 'planned' });
});

test('a reminder is not sent while the visit before goes on', () => {
  const arrived = nearby(-60, { status: 'arrived' });
  const verdict = decideOne({ nearby: [arrived] }, reminder(1), VISIT_AT.subtract({ hours: 1 }));
  expect(verdict).toMatchObject({ rule: 'in_succession' });
});

test('of two notices that are due the one about the first visit is sent', () => {
  const waiting = [aMessage({})];
  expect(decideOne({ event: booked, nearby: [nearby(-60, { messages: waiting })] }, flow)).toMatchObject({
    rule: 'in_succession',
  });
  expect(decideOne({ event: booked, nearby: [nearby(60, { messages: waiting })] }, flow)).toMatchObject({
    outcome: 'planned',
  });
});

test('a notice is not sent where one that left after the event named the visit', () => {
  const sent = (at: Temporal.Instant) => ({ messages: [aMessage({ isWaiting: false, at })] });
  const decide = (minutes: number, at: Temporal.Instant) =>
    decideOne({ event: booked, nearby: [nearby(minutes, sent(at))] }, flow, NOW.add({ seconds: 30 }));
  for (const minutes of [-60, 60]) {
    expect(decide(minutes, NOW.add({ seconds: 20 }))).toMatchObject({ rule: 'in_succession' });
    expect(decide(minutes, NOW.subtract({ hours: 1 }))).toMatchObject({ outcome: 'planned' });
  }
});

test('messages of other flows, and to other numbers, name nothing', () => {
  const others = [aMessage({ flowId: FlowId.parse(anId(11)) }), aMessage({ testPhone: '+79990000001' })];
  expect(decideOne({ event: booked, nearby: [nearby(-60, { messages: others })] }, flow)).toMatchObject({
    outcome: 'planned',
  });
});

test('a message after a visit is about that visit alone', () => {
  const attended = happened('visit.status_changed', { statusTo: 'arrived' });
  const subject = aDecidedVisit({ status: 'arrived', startsAt: NOW.subtract({ hours: 1 }) });
  const before = nearby(-60, { status: 'arrived', startsAt: NOW.subtract({ hours: 2 }) });
  expect(decideOne({ subject, event: attended, nearby: [before] }, aDecidedFlow('review_request'))).toMatchObject({
    outcome: expect.not.stringMatching('skipped'),
  });
});
