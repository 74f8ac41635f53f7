import { expect, test } from 'vitest';
import type { FlowKind, FlowStatus } from '#contract/flows/calls.ts';
import type { VisitStatus } from '#contract/visits/calls.ts';
import {
  aDecidedCustomer,
  aDecidedFlow,
  aDecidedVisit,
  at,
  decideOne,
  happened,
  moved,
  NIGHT,
  NOW,
  OWNERS,
  reminder,
  SMS,
  TELEGRAM,
  theFacts,
  there,
  VISIT_AT,
} from '#server/testing/rows/decisions.ts';
import type { FlowToDecide } from './decision.ts';
import { canBecome, decide, urgencyOf } from './rules.ts';

test('a reminder is planned for its moment before the visit and is useless after the start', () => {
  const verdict = decideOne({}, reminder(24));
  expect(verdict).toMatchObject({
    outcome: 'planned',
    rule: 'due',
    at: at('2026-03-01T15:30:00Z'),
    useBy: VISIT_AT,
    step: 1,
    occurrence: 1,
    testPhone: null,
    channelId: SMS.id,
    compared: { wantedAt: '2026-03-01T15:30:00Z', startsAt: '2026-03-02T15:30:00Z', delayMinutes: -1440 },
  });
});

test('a notice leaves the moment it happens', () => {
  const verdict = decideOne({ event: happened('visit.created') }, aDecidedFlow('visit_created'));
  expect(verdict).toMatchObject({ outcome: 'planned', rule: 'due', at: NOW });
});

test('a notice of a visit waits for others of its succession, unless it waits longer anyway', () => {
  const event = happened('visit.created');
  const held = { event, noticeHoldSeconds: 20 };
  expect(decideOne(held, aDecidedFlow('visit_created'))).toMatchObject({ at: NOW.add({ seconds: 20 }) });
  const later = aDecidedFlow('visit_created', { timing: { delayMinutes: 30 } });
  expect(decideOne(held, later)).toMatchObject({ at: NOW.add({ minutes: 30 }) });
});

test('the delay of a notice is counted from the event, not from its report', () => {
  const flow = aDecidedFlow('visit_created', { timing: { delayMinutes: 30 } });
  const event = happened('visit.created', { occurredAt: NOW.subtract({ minutes: 10 }) });
  expect(decideOne({ event }, flow)).toMatchObject({ at: NOW.add({ minutes: 20 }) });
});

test('a reminder whose moment passed before the visit was booked is not sent', () => {
  const visit = aDecidedVisit({ startsAt: NOW.add({ minutes: 30 }) });
  expect(decideOne({ subject: visit, event: happened('visit.created') }, reminder(24))).toMatchObject({
    outcome: 'skipped',
    rule: 'too_late',
    compared: { wantedAt: '2026-02-28T09:30:00Z', knownAt: '2026-03-01T09:00:00Z' },
  });
});

test('a reminder whose moment passed while the booking was on its way to us leaves at once', () => {
  const visit = aDecidedVisit({ startsAt: NOW.add({ hours: 24 }).subtract({ minutes: 5 }) });
  const event = happened('visit.created', { occurredAt: NOW.subtract({ minutes: 10 }) });
  expect(decideOne({ subject: visit, event }, reminder(24))).toMatchObject({ outcome: 'planned', at: NOW });
});

test('a planned message is not dropped for being late while the visit is ahead', () => {
  const late = VISIT_AT.subtract({ hours: 1 });
  expect(decideOne({ hasPlannedMessage: true }, reminder(24), late)).toMatchObject({ outcome: 'planned', at: late });
  expect(decideOne({ hasPlannedMessage: true }, reminder(24), VISIT_AT)).toMatchObject({ rule: 'visit_past' });
});

test('nothing is sent once the visit has begun', () => {
  const event = happened('visit.created');
  expect(decideOne({ event }, aDecidedFlow('visit_created'), VISIT_AT)).toMatchObject({
    outcome: 'skipped',
    rule: 'visit_past',
  });
});

test.each<[FlowKind, VisitStatus, string]>([
  ['visit_reminder', 'cancelled', 'visit_cancelled'],
  ['visit_reminder', 'arrived', 'visit_finished'],
  ['visit_reminder', 'no_show', 'visit_finished'],
  ['visit_created', 'cancelled', 'visit_cancelled'],
  ['visit_cancelled', 'waiting', 'status_differs'],
  ['visit_cancelled', 'arrived', 'visit_finished'],
])('a %s flow does not write about a visit that is %s', (kind, status, rule) => {
  expect(decideOne({ subject: aDecidedVisit({ status }) }, aDecidedFlow(kind))).toMatchObject({
    outcome: 'skipped',
    rule,
    compared: { status },
  });
});

test('a cancellation message is sent for a cancelled visit', () => {
  const facts = { subject: aDecidedVisit({ status: 'cancelled' }), event: happened('visit.cancelled') };
  expect(decideOne(facts, aDecidedFlow('visit_cancelled'))).toMatchObject({ outcome: 'planned' });
});

test.each<[Partial<FlowToDecide>, string]>([
  [{ isDeleted: true }, 'flow_deleted'],
  [{ status: 'pause' }, 'flow_paused'],
  [{ status: 'done' }, 'flow_stopped'],
  [{ status: 'unavailable' }, 'flow_stopped'],
])('a flow that is %o sends nothing', (change, rule) => {
  expect(decideOne({}, aDecidedFlow('visit_reminder', change))).toMatchObject({ outcome: 'skipped', rule });
});

test('an inactive branch sends nothing', () => {
  const visit = aDecidedVisit({ isBranchActive: false });
  expect(decideOne({ subject: visit }, reminder(24))).toMatchObject({ rule: 'branch_inactive' });
});

test('each time of a moved visit is an occasion of its own, for reminders and moves alone', () => {
  const visit = aDecidedVisit({ timeVersion: 3 });
  expect(decideOne({ subject: visit }, reminder(24)).occurrence).toBe(3);
  expect(
    decideOne({ subject: visit, event: moved('2026-03-02T12:00:00Z') }, aDecidedFlow('visit_changed')).occurrence,
  ).toBe(3);
  expect(
    decideOne({ subject: visit, event: happened('visit.created') }, aDecidedFlow('visit_created')).occurrence,
  ).toBe(1);
});

test('a visit without a customer gets no message', () => {
  expect(decideOne({ customer: null }, reminder(24))).toMatchObject({ rule: 'no_contact' });
});

test('an opt-out from everything stops reminders and notices, one from marketing does not', () => {
  const left = (scope: 'all' | 'marketing') => aDecidedCustomer({ optOuts: [{ channelId: null, scope }] });
  expect(decideOne({ customer: left('all') }, reminder(24))).toMatchObject({ outcome: 'skipped', rule: 'opted_out' });
  expect(decideOne({ customer: left('marketing') }, reminder(24))).toMatchObject({ outcome: 'planned' });
  expect(decideOne({ customer: aDecidedCustomer({ refusesMailings: true }) }, reminder(24))).toMatchObject({
    outcome: 'planned',
  });
});

test('a message held by the window waits, and the verdict says until when and why', () => {
  const flow = reminder(24, { timing: { window: { startHour: 9, endHour: 12 } } });
  expect(decideOne({}, flow)).toMatchObject({
    outcome: 'deferred',
    rule: 'send_window',
    at: at('2026-03-02T06:00:00Z'),
    compared: { localTime: '18:30', startHour: 9, endHour: 12 },
  });
});

test('a reminder that the window would hold beyond the start is dropped', () => {
  const flow = reminder(2, { timing: { window: { startHour: 20, endHour: 22 } } });
  expect(decideOne({}, flow)).toMatchObject({
    outcome: 'skipped',
    rule: 'too_late',
    compared: { heldBy: 'send_window' },
  });
});

test("the window follows the customer's zone, or the branch's where the customer's is not known", () => {
  const flow = reminder(24, { timing: { window: { startHour: 9, endHour: 19 } } });
  const customer = aDecidedCustomer({ timeZone: 'Asia/Vladivostok' }); // 01:30 there
  expect(decideOne({ customer }, flow)).toMatchObject({ rule: 'send_window', at: at('2026-03-01T23:00:00Z') });
  expect(decideOne({}, flow)).toMatchObject({ rule: 'due' });
});

test('quiet hours hold a reminder until the morning when that is early enough', () => {
  const visit = aDecidedVisit({ startsAt: at('2026-03-02T20:30:00Z') }); // 23:30 in Moscow
  expect(decideOne({ subject: visit }, reminder(24), NOW, NIGHT)).toMatchObject({
    outcome: 'deferred',
    rule: 'quiet_hours',
    at: at('2026-03-02T05:00:00Z'),
  });
});

test('quiet hours let a reminder of an early visit and a notice pass', () => {
  const visit = aDecidedVisit({ startsAt: at('2026-03-02T05:30:00Z') }); // 8:30 in Moscow
  expect(decideOne({ subject: visit }, reminder(2), NOW, NIGHT)).toMatchObject({
    rule: 'due',
    at: at('2026-03-02T03:30:00Z'),
  });
  const midnight = at('2026-03-01T21:00:00Z');
  const event = happened('visit.created', { occurredAt: midnight });
  expect(decideOne({ event }, aDecidedFlow('visit_created'), midnight, NIGHT)).toMatchObject({ at: midnight });
});

test('window and quiet hours both hold: it leaves when both allow it', () => {
  const visit = aDecidedVisit({ startsAt: at('2026-03-03T20:30:00Z') });
  const flow = reminder(24, { timing: { window: { startHour: 6, endHour: 22 } } });
  expect(decideOne({ subject: visit }, flow, NOW, NIGHT)).toMatchObject({
    at: at('2026-03-03T05:00:00Z'),
    rule: 'quiet_hours',
  });
});

test('a window that lies wholly in the quiet hours never sends', () => {
  const visit = aDecidedVisit({ startsAt: at('2026-03-05T15:00:00Z') });
  const flow = reminder(24, { timing: { window: { startHour: 22, endHour: 24 } } });
  expect(decideOne({ subject: visit }, flow, NOW, NIGHT)).toMatchObject({ outcome: 'skipped', rule: 'too_late' });
});

test('a notice with a long delay comes by the clock and waits for the morning', () => {
  expect(urgencyOf(aDecidedFlow('visit_created'))).toBe('notice');
  expect(urgencyOf(aDecidedFlow('visit_created', { timing: { delayMinutes: 300 } }))).toBe('reminder');
});

test('in test mode each of the owner’s numbers gets its own message, and the customer none', () => {
  const verdicts = decide(theFacts({ testRecipients: OWNERS }), reminder(24, { mode: 'test' }), NOW, NIGHT);
  expect(verdicts.map(({ testPhone, outcome }) => [testPhone, outcome])).toEqual([
    ['+79990000001', 'planned'],
    ['+79990000002', 'planned'],
  ]);
});

test('test mode without a number sends nothing and reports the reason', () => {
  expect(decideOne({}, reminder(24, { mode: 'test' }))).toMatchObject({ rule: 'no_test_phone' });
});

test('the owner’s phone is reached by what is known of it, and obeys no opt-out of the customer', () => {
  const testRecipients = [{ phone: '+79990000001', addresses: [there(TELEGRAM)] }];
  const customer = aDecidedCustomer({ optOuts: [{ channelId: null, scope: 'all' }] });
  const facts = { testRecipients, customer, channels: [TELEGRAM] };
  expect(decideOne(facts, reminder(24, { mode: 'test' }))).toMatchObject({
    outcome: 'planned',
    channelId: TELEGRAM.id,
  });
});

test('the same facts give the same verdicts', () => {
  const facts = theFacts({ testRecipients: OWNERS });
  const flow = reminder(2, { mode: 'test' });
  expect(decide(facts, flow, NOW, NIGHT)).toEqual(decide(facts, flow, NOW, NIGHT));
});

test.each<[FlowStatus, FlowStatus, boolean]>([
  ['working', 'pause', true],
  ['pause', 'working', true],
  ['error', 'working', true],
  ['done', 'working', false],
  ['canceled', 'pause', false],
  ['pause', 'pause', false],
  ['unavailable', 'working', false],
])('a flow that is %s may become %s: %s', (from, to, isAllowed) => {
  expect(canBecome(from, to)).toBe(isAllowed);
});
