import { expect, test } from 'vitest';
import { BranchId } from '#contract/connections.ts';
import type { ContactPolicy } from '#contract/delivery.ts';
import type { FlowConditions, FlowKind, FlowStatus } from '#contract/flows.ts';
import { MasterId, ServiceId, type VisitStatus } from '#contract/visits.ts';
import {
  aDecidedCustomer,
  aDecidedFlow,
  aDecidedVisit,
  anId,
  OPEN_POLICY,
  SMS,
  TELEGRAM,
  theFacts,
  WHATSAPP,
} from '#server/testing/decisions.ts';
import { defaultSettings } from './catalogue.ts';
import type { FlowFacts, FlowToDecide, VisitEvent } from './decision.ts';
import { canBecome, confirmStep, decide, urgencyOf } from './rules.ts';

// 18:30 in Moscow on a Monday; the day before it is noon there
const VISIT_AT = Temporal.Instant.from('2026-03-02T15:30:00Z');
const NOW = Temporal.Instant.from('2026-03-01T09:00:00Z');
const NIGHT: ContactPolicy = { ...OPEN_POLICY, quietFromHour: 22, quietToHour: 8 };

const at = (text: string) => Temporal.Instant.from(text);
const happened = (name: string, change: Partial<VisitEvent> = {}): VisitEvent => ({
  id: anId(90),
  name,
  occurredAt: NOW,
  from: null,
  to: null,
  ...change,
});
const moved = (from: string) => happened('visit.moved', { from: at(from), to: VISIT_AT });
const decideOne = (facts: Partial<FlowFacts>, flow: FlowToDecide, now = NOW, policy = OPEN_POLICY) =>
  decide(theFacts(facts), flow, now, policy)[0]!;
const conditioned = (kind: FlowKind, conditions: Partial<FlowConditions>) => {
  const settings = defaultSettings(kind, 'ru');
  return aDecidedFlow(kind, { settings: { ...settings, conditions: { ...settings.conditions, ...conditions } } });
};
const reminder = (hours: number, change: Parameters<typeof aDecidedFlow>[1] = {}) =>
  aDecidedFlow('visit_reminder', { ...change, timing: { delayMinutes: -60 * hours, ...change.timing } });

test('a reminder is planned for its moment before the visit and is of no use after the start', () => {
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

test('a notice with a delay is counted from what happened, not from when it was heard of', () => {
  const flow = aDecidedFlow('visit_created', { timing: { delayMinutes: 30 } });
  const event = happened('visit.created', { occurredAt: NOW.subtract({ minutes: 10 }) });
  expect(decideOne({ event }, flow)).toMatchObject({ at: NOW.add({ minutes: 20 }) });
});

test('a reminder whose moment passed before the visit was booked is not sent', () => {
  const visit = aDecidedVisit({ startsAt: NOW.add({ minutes: 30 }) });
  expect(decideOne({ visit, event: happened('visit.created') }, reminder(24))).toMatchObject({
    outcome: 'skipped',
    rule: 'too_late',
    compared: { wantedAt: '2026-02-28T09:30:00Z', knownAt: '2026-03-01T09:00:00Z' },
  });
});

test('a reminder whose moment passed while the booking was on its way to us leaves at once', () => {
  const visit = aDecidedVisit({ startsAt: NOW.add({ hours: 24 }).subtract({ minutes: 5 }) });
  const event = happened('visit.created', { occurredAt: NOW.subtract({ minutes: 10 }) });
  expect(decideOne({ visit, event }, reminder(24))).toMatchObject({ outcome: 'planned', at: NOW });
});

test('a message that waits already is not given up for being late while the visit is ahead', () => {
  const late = VISIT_AT.subtract({ hours: 1 });
  expect(decideOne({ isPromised: true }, reminder(24), late)).toMatchObject({ outcome: 'planned', at: late });
  expect(decideOne({ isPromised: true }, reminder(24), VISIT_AT)).toMatchObject({ rule: 'visit_past' });
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
  expect(decideOne({ visit: aDecidedVisit({ status }) }, aDecidedFlow(kind))).toMatchObject({
    outcome: 'skipped',
    rule,
    compared: { status },
  });
});

test('a cancellation is told about a cancelled visit', () => {
  const facts = { visit: aDecidedVisit({ status: 'cancelled' }), event: happened('visit.cancelled') };
  expect(decideOne(facts, aDecidedFlow('visit_cancelled'))).toMatchObject({ outcome: 'planned' });
});

test.each<[Partial<FlowToDecide>, string]>([
  [{ isDeleted: true }, 'flow_deleted'],
  [{ status: 'pause' }, 'flow_paused'],
  [{ status: 'error' }, 'flow_stopped'],
  [{ status: 'unavailable' }, 'flow_stopped'],
])('a flow that is %o sends nothing', (change, rule) => {
  expect(decideOne({}, aDecidedFlow('visit_reminder', change))).toMatchObject({ outcome: 'skipped', rule });
});

test('an inactive branch sends nothing', () => {
  const visit = aDecidedVisit({ isBranchActive: false });
  expect(decideOne({ visit }, reminder(24))).toMatchObject({ rule: 'branch_inactive' });
});

const [SERVICE, MASTER] = [ServiceId.parse(anId(40)), MasterId.parse(anId(41))];

test.each<[string, Partial<FlowConditions>, string]>([
  ['another branch', { branchIds: [BranchId.parse(anId(99))] }, 'branch_differs'],
  ['another service', { serviceIds: [ServiceId.parse(anId(99))] }, 'service_differs'],
  ['another master', { masterIds: [MasterId.parse(anId(99))] }, 'master_differs'],
  ['another status', { statuses: ['confirmed'] }, 'status_differs'],
  ['first visits', { firstVisit: 'only_first' }, 'first_visit_only'],
])('a flow for %s leaves the visit alone and says why', (_what, conditions, rule) => {
  const visit = aDecidedVisit({ serviceIds: [SERVICE], masterId: MASTER });
  expect(decideOne({ visit }, conditioned('visit_reminder', conditions))).toMatchObject({ outcome: 'skipped', rule });
});

test('a flow for returning customers leaves a first visit alone', () => {
  const facts = { visit: aDecidedVisit({ isFirst: true }) };
  expect(decideOne(facts, conditioned('visit_reminder', { firstVisit: 'only_repeated' }))).toMatchObject({
    rule: 'repeated_visit_only',
  });
});

test('one of several services is enough', () => {
  const visit = aDecidedVisit({ serviceIds: [ServiceId.parse(anId(42)), SERVICE], masterId: MASTER });
  const flow = conditioned('visit_reminder', { serviceIds: [SERVICE], masterIds: [MASTER], statuses: ['waiting'] });
  expect(decideOne({ visit }, flow)).toMatchObject({ outcome: 'planned' });
});

test('a visit without a master does not meet a condition on masters', () => {
  expect(decideOne({}, conditioned('visit_reminder', { masterIds: [MASTER] }))).toMatchObject({
    rule: 'master_differs',
  });
});

test.each([
  ['2026-03-02T15:20:00Z', 'shift_too_small'],
  ['2026-03-02T15:40:00Z', 'shift_too_small'],
  ['2026-03-02T15:15:00Z', 'due'],
  ['2026-03-02T15:45:00Z', 'due'],
])('of moves by less than 15 minutes nobody is told (from %s: %s)', (from, rule) => {
  const flow = conditioned('visit_moved', { minShiftMinutes: 15 });
  expect(decideOne({ event: moved(from) }, flow)).toMatchObject({ rule });
});

test('each time of a moved visit is an occasion of its own, for reminders and moves alone', () => {
  const visit = aDecidedVisit({ timeVersion: 3 });
  expect(decideOne({ visit }, reminder(24)).occurrence).toBe(3);
  expect(decideOne({ visit, event: moved('2026-03-02T12:00:00Z') }, aDecidedFlow('visit_moved')).occurrence).toBe(3);
  expect(decideOne({ visit, event: happened('visit.created') }, aDecidedFlow('visit_created')).occurrence).toBe(1);
});

test('a visit without a customer has nobody to write to', () => {
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

test("the customer's own zone counts for the window, the branch's where hers is not known", () => {
  const flow = reminder(24, { timing: { window: { startHour: 9, endHour: 19 } } });
  const customer = aDecidedCustomer({ timeZone: 'Asia/Vladivostok' }); // 01:30 there
  expect(decideOne({ customer }, flow)).toMatchObject({ rule: 'send_window', at: at('2026-03-01T23:00:00Z') });
  expect(decideOne({}, flow)).toMatchObject({ rule: 'due' });
});

test('quiet hours hold a reminder until the morning when that is early enough', () => {
  const visit = aDecidedVisit({ startsAt: at('2026-03-02T20:30:00Z') }); // 23:30 in Moscow
  expect(decideOne({ visit }, reminder(24), NOW, NIGHT)).toMatchObject({
    outcome: 'deferred',
    rule: 'quiet_hours',
    at: at('2026-03-02T05:00:00Z'),
  });
});

test('quiet hours let a reminder of an early visit and a notice pass', () => {
  const visit = aDecidedVisit({ startsAt: at('2026-03-02T05:30:00Z') }); // 8:30 in Moscow
  expect(decideOne({ visit }, reminder(2), NOW, NIGHT)).toMatchObject({ rule: 'due', at: at('2026-03-02T03:30:00Z') });
  const midnight = at('2026-03-01T21:00:00Z');
  const event = happened('visit.created', { occurredAt: midnight });
  expect(decideOne({ event }, aDecidedFlow('visit_created'), midnight, NIGHT)).toMatchObject({ at: midnight });
});

test('window and quiet hours both hold: it leaves when both allow it', () => {
  const visit = aDecidedVisit({ startsAt: at('2026-03-03T20:30:00Z') });
  const flow = reminder(24, { timing: { window: { startHour: 6, endHour: 22 } } });
  expect(decideOne({ visit }, flow, NOW, NIGHT)).toMatchObject({ at: at('2026-03-03T05:00:00Z'), rule: 'quiet_hours' });
});

test('a window that lies wholly in the quiet hours never sends', () => {
  const visit = aDecidedVisit({ startsAt: at('2026-03-05T15:00:00Z') });
  const flow = reminder(24, { timing: { window: { startHour: 22, endHour: 24 } } });
  expect(decideOne({ visit }, flow, NOW, NIGHT)).toMatchObject({ outcome: 'skipped', rule: 'too_late' });
});

test('a notice with a long delay comes by the clock and waits for the morning', () => {
  expect(urgencyOf(aDecidedFlow('visit_created'))).toBe('notice');
  expect(urgencyOf(aDecidedFlow('visit_created', { timing: { delayMinutes: 300 } }))).toBe('reminder');
});

const there = (channel: typeof SMS, state: 'reachable' | 'blocked' | 'unreachable' = 'reachable', until?: string) => ({
  channelId: channel.id,
  state,
  windowUntil: until ? at(until) : null,
});

test('the first channel where the customer exists is chosen, the rest are fallbacks', () => {
  const customer = aDecidedCustomer({ addresses: [there(TELEGRAM)] });
  expect(decideOne({ customer, channels: [TELEGRAM, SMS] }, reminder(24))).toMatchObject({
    channelId: TELEGRAM.id,
    fallbackChannelIds: [SMS.id],
  });
  expect(decideOne({ channels: [TELEGRAM, SMS] }, reminder(24))).toMatchObject({
    channelId: SMS.id,
    fallbackChannelIds: [],
  });
});

test("the flow's own order of channels goes before the cabinet's", () => {
  const customer = aDecidedCustomer({ addresses: [there(TELEGRAM)] });
  const settings = { ...defaultSettings('visit_reminder', 'ru'), channelIds: [SMS.id, TELEGRAM.id] };
  const flow = aDecidedFlow('visit_reminder', { settings });
  expect(decideOne({ customer, channels: [TELEGRAM, SMS] }, flow)).toMatchObject({ channelId: SMS.id });
});

test('a channel in trouble comes after one that works', () => {
  const broken = { ...SMS, id: WHATSAPP.id, state: 'error' as const };
  expect(decideOne({ channels: [broken, SMS] }, reminder(24))).toMatchObject({
    channelId: SMS.id,
    fallbackChannelIds: [broken.id],
  });
  expect(decideOne({ channels: [broken] }, reminder(24))).toMatchObject({ outcome: 'planned', channelId: broken.id });
});

test.each([
  [{ phone: null }, SMS, 'no_channel', 'SMS: no_phone'],
  [{}, TELEGRAM, 'no_channel', 'Telegram: not_there'],
  [{ addresses: [there(TELEGRAM, 'blocked')] }, TELEGRAM, 'no_channel', 'Telegram: blocked'],
  [{ addresses: [there(SMS, 'unreachable')] }, SMS, 'no_channel', 'SMS: unreachable'],
  [{ optOuts: [{ channelId: SMS.id, scope: 'all' as const }] }, SMS, 'opted_out', 'SMS: opted_out'],
])('a customer no channel reaches is skipped with each channel’s reason (%#)', (person, channel, rule, tried) => {
  expect(decideOne({ customer: aDecidedCustomer(person), channels: [channel] }, reminder(24))).toMatchObject({
    outcome: 'skipped',
    rule,
    compared: { tried },
  });
});

test('without any channel nobody is reached', () => {
  expect(decideOne({ channels: [] }, reminder(24))).toMatchObject({ rule: 'no_channel' });
});

test('a channel whose window will be closed comes after one that can carry the message', () => {
  const addresses = [there(WHATSAPP, 'reachable', '2026-03-01T12:00:00Z'), there(TELEGRAM)];
  const facts = { customer: aDecidedCustomer({ addresses }), channels: [WHATSAPP, TELEGRAM] };
  expect(decideOne(facts, reminder(24))).toMatchObject({
    channelId: TELEGRAM.id,
    fallbackChannelIds: [WHATSAPP.id],
  });
  const settings = defaultSettings('visit_reminder', 'ru');
  const template = { channelId: WHATSAPP.id, name: 'visit', language: 'ru', parameters: [] };
  const content = { ...settings.content, templates: [template] };
  const flow = aDecidedFlow('visit_reminder', { settings: { ...settings, content } });
  expect(decideOne(facts, flow)).toMatchObject({ channelId: WHATSAPP.id });
});

test('a closed window does not matter until the message is due: the customer may still write', () => {
  const facts = { channels: [WHATSAPP] };
  expect(decideOne(facts, reminder(24))).toMatchObject({ outcome: 'planned', channelId: WHATSAPP.id });
  const due = at('2026-03-01T15:30:00Z');
  expect(decideOne({ ...facts, isPromised: true }, reminder(24), due)).toMatchObject({ rule: 'template_missing' });
});

const OWNERS = [
  { phone: '+79990000001', addresses: [] },
  { phone: '+79990000002', addresses: [] },
];

test('in test mode each of the owner’s numbers gets its own message, and the customer none', () => {
  const verdicts = decide(theFacts({ testRecipients: OWNERS }), reminder(24, { mode: 'test' }), NOW, NIGHT);
  expect(verdicts.map(({ testPhone, outcome }) => [testPhone, outcome])).toEqual([
    ['+79990000001', 'planned'],
    ['+79990000002', 'planned'],
  ]);
});

test('test mode without a number sends nothing and says so', () => {
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

const due = at('2026-03-01T15:30:00Z');
const confirm = (facts: Partial<FlowFacts>, flow = reminder(24), step = {}, policy = OPEN_POLICY) =>
  confirmStep(
    theFacts(facts),
    flow,
    { occurrence: 1, testPhone: null, channelId: SMS.id, ...step },
    { now: due, policy },
  );

test('a due message that is still wanted leaves', () => {
  expect(confirm({})).toEqual({ kind: 'send' });
});

test('a due message of a visit that moved meanwhile is not sent', () => {
  const visit = aDecidedVisit({ timeVersion: 2 });
  expect(confirm({ visit })).toMatchObject({ kind: 'skip', refusal: { rule: 'visit_moved' } });
});

test('a due message the night has overtaken waits for the morning', () => {
  const late = { visit: aDecidedVisit({ startsAt: at('2026-03-02T19:00:00Z') }) };
  const flow = reminder(24);
  const step = { occurrence: 1, testPhone: null, channelId: SMS.id };
  const answer = confirmStep(theFacts(late), flow, step, { now: at('2026-03-01T19:10:00Z'), policy: NIGHT });
  expect(answer).toMatchObject({ kind: 'defer', rule: 'quiet_hours', until: at('2026-03-02T05:00:00Z') });
});

test('a due message to a customer who opted out is not sent', () => {
  const customer = aDecidedCustomer({ optOuts: [{ channelId: null, scope: 'all' }] });
  expect(confirm({ customer })).toMatchObject({ kind: 'skip', refusal: { rule: 'opted_out' } });
});

test('a due message whose channel reaches her no more is planned again for another', () => {
  expect(confirm({}, reminder(24), { channelId: TELEGRAM.id })).toEqual({ kind: 'replan' });
});

test('a message planned in the other mode is not sent', () => {
  expect(confirm({ testRecipients: OWNERS }, reminder(24, { mode: 'test' }))).toMatchObject({
    kind: 'skip',
    refusal: { rule: 'flow_stopped' },
  });
  const toOwner = { testPhone: '+79990000001' };
  expect(confirm({}, reminder(24), toOwner)).toMatchObject({ kind: 'skip', refusal: { rule: 'flow_stopped' } });
});

test('a number taken off the test numbers gets nothing more', () => {
  const flow = reminder(24, { mode: 'test' });
  expect(confirm({ testRecipients: [OWNERS[1]!] }, flow, { testPhone: '+79990000001' })).toMatchObject({
    kind: 'skip',
    refusal: { rule: 'no_test_phone' },
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
