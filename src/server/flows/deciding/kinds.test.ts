import { DealPipelineId, DealStageId } from '#contract/deals/ids.ts';
import type { CustomerHistory, DealState } from '#server/subjects/rules.ts';
import { expect, test } from 'vitest';
import { flowKind } from '#contract/flows/kinds.ts';
import { FlowKind } from '#contract/flows/calls.ts';
import { Language } from '#contract/primitives.ts';
import { COLOUR, DAY, held, longRunning, past, customerWith } from '#server/testing/rows/decided-visits.ts';
import {
  aDecidedCustomer,
  aDecidedFlow,
  aDecidedVisit,
  anId,
  at,
  decideOne,
  happened,
  NOW,
  OWNERS,
} from '#server/testing/rows/decisions.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { isTriggeredBy } from './rules.ts';

const arrived = happened('visit.status_changed', { statusTo: 'arrived' });

test.each(FlowKind.options)('a new flow of the kind %s has a text in every language and times of its own', (kind) => {
  for (const language of Language.options) {
    const { timing, content } = defaultSettings(kind, language);
    const { min, max } = flowKind(kind).delay;
    expect(content.texts.default.length).toBeGreaterThan(20);
    expect(timing.delayMinutes).toBeGreaterThanOrEqual(min);
    expect(timing.delayMinutes).toBeLessThanOrEqual(max);
  }
});

test.each<[FlowKind, string, string | null, boolean]>([
  ['visit_created', 'visit.created', null, true],
  ['visit_changed', 'visit.moved', null, true],
  ['visit_changed', 'visit.changed', null, true],
  ['visit_cancelled', 'visit.cancelled', null, true],
  ['review_request', 'visit.status_changed', 'arrived', true],
  ['review_request', 'visit.status_changed', 'confirmed', false],
  ['cross_selling', 'visit.created', null, false],
  ['order_status', 'order.status_changed', 'OnWay', true],
  ['deal_created', 'deal.created', null, true],
  ['deal_created', 'deal.stage_changed', 'stage', false],
  ['deal_stage', 'deal.stage_changed', 'stage', true],
  ['deal_task', 'deal_task.changed', null, true],
  ['abandoned_cart', 'cart.updated', 'open', true],
  ['abandoned_cart', 'cart.ordered', null, false],
  ['api_event', 'api.event', null, true],
  ['group_moved', 'client.group_moved', null, true],
])('a flow of the kind %s and the event %s (%s): starts it, %s', (kind, name, statusTo, isStarted) => {
  expect(isTriggeredBy(kind, { name, statusTo })).toBe(isStarted);
});

test('a review is asked for after the customer came, by the delay of the flow', () => {
  const flow = longRunning('review_request', 2);
  expect(decideOne({ subject: held(1), event: arrived }, flow)).toMatchObject({
    outcome: 'planned',
    at: NOW.add({ hours: 2 }),
    useBy: NOW.add({ hours: 74 }),
  });
});

test('a flow limited to working days messages a contact of Friday evening on Monday', () => {
  const timing = { window: { startHour: 10, endHour: 20 }, weekdays: [1, 2, 3, 4, 5] };
  const flow = longRunning('review_request', 2, { timing });
  const friday = at('2026-02-27T16:00:00Z');
  const subject = { ...held(1), startsAt: friday.subtract({ hours: 1 }) };
  expect(decideOne({ subject, event: { ...arrived, occurredAt: friday } }, flow, friday)).toMatchObject({
    outcome: 'deferred',
    at: at('2026-03-02T07:00:00Z'),
  });
});

test('a status that is set late still starts a review, but not after days', () => {
  const flow = longRunning('review_request', 2);
  expect(decideOne({ subject: held(2 * DAY), event: arrived }, flow)).toMatchObject({ outcome: 'planned' });
  expect(decideOne({ subject: held(4 * DAY), event: arrived }, flow)).toMatchObject({
    rule: 'too_late',
    compared: { lateDays: 3 },
  });
});

test('a status that was set in time and reported late still triggers a review', () => {
  const flow = longRunning('review_request', 2);
  const event = { ...arrived, occurredAt: NOW.subtract({ hours: 2 * DAY }) };
  expect(decideOne({ subject: held(4 * DAY), event }, flow)).toMatchObject({ outcome: 'planned', at: NOW });
});

test('the first visit is greeted and no other', () => {
  const flow = longRunning('first_visit', 2);
  const first = { subject: { ...held(1), isFirst: true }, event: arrived };
  expect(decideOne({ ...first, ...customerWith([past(-1, 'arrived')]) }, flow)).toMatchObject({ outcome: 'planned' });
  const second = customerWith([past(-1, 'arrived'), past(-60 * DAY, 'arrived')]);
  expect(decideOne({ subject: held(1), event: arrived, ...second }, flow)).toMatchObject({ rule: 'first_visit_only' });
});

test('one of two visits at one time counts as the first', () => {
  const flow = longRunning('first_visit', 2);
  const subject = { ...held(1), isFirst: true };
  const beside = (id: string) => ({ subject, event: arrived, ...customerWith([past(-1, 'arrived', { id })]) });
  expect(decideOne(beside(anId(502)), flow)).toMatchObject({ outcome: 'planned' });
  expect(decideOne(beside(anId(500)), flow)).toMatchObject({ rule: 'first_visit_only' });
});

test('a service is offered to contacts who have not bought it', () => {
  const settings = defaultSettings('cross_selling', 'ru');
  const options = { ...settings.options, offerServiceIds: [COLOUR] };
  const flow = longRunning('cross_selling', 1, { settings: { ...settings, options } });
  const facts = { subject: held(1), event: arrived };
  expect(decideOne({ ...facts, ...customerWith([past(-1, 'arrived')]) }, flow)).toMatchObject({ outcome: 'planned' });
  const had = customerWith([past(-90 * DAY, 'arrived', { serviceIds: [COLOUR] })]);
  expect(decideOne({ ...facts, ...had }, flow)).toMatchObject({ rule: 'bought_already' });
});

test.each<[string, { visits: number; spent: number }, Partial<CustomerHistory>, string]>([
  ['the tenth visit', { visits: 10, spent: -1 }, { visitsCount: 10 }, 'due'],
  ['the eleventh visit', { visits: 10, spent: -1 }, { visitsCount: 11 }, 'threshold_not_crossed'],
  ['the sum is reached', { visits: -1, spent: 10_000 }, { spent: 10_200 }, 'due'],
  ['the sum was reached before', { visits: -1, spent: 10_000 }, { spent: 12_000 }, 'threshold_not_crossed'],
  ['the sum is not reached', { visits: -1, spent: 10_000 }, { spent: 9_000 }, 'threshold_not_crossed'],
])('a milestone, %s', (_what, threshold, history, rule) => {
  const settings = defaultSettings('threshold', 'ru');
  const flow = longRunning('threshold', 1, { settings: { ...settings, options: { ...settings.options, threshold } } });
  const subject = held(1);
  const facts = customerWith([past(-1, 'arrived', { id: subject.id })], history);
  expect(decideOne({ subject, event: arrived, ...facts }, flow)).toMatchObject({ rule });
});

test('a birthday is greeted on its day and not the day after', () => {
  const birthday = (startsAt: string) =>
    aDecidedVisit({ kind: 'contact', status: '', startsAt: at(startsAt), timeVersion: 2026 });
  const flow = longRunning('birthday', 10);
  expect(decideOne({ subject: birthday('2026-03-01T21:00:00Z') }, flow)).toMatchObject({
    outcome: 'planned',
    at: at('2026-03-02T07:00:00Z'),
    occurrence: 2026,
  });
  expect(decideOne({ subject: birthday('2026-02-27T21:00:00Z') }, flow)).toMatchObject({ rule: 'too_late' });
});

test('an order message is about the reported status, and a passed status gets none', () => {
  const flow = longRunning('order_status', 0, { settings: defaultSettings('order_status', 'ru') });
  const order = (status: string) => aDecidedVisit({ kind: 'order', status, deliveryKind: 'DeliveryByCourier' });
  const onWay = happened('order.status_changed', { statusTo: 'OnWay', version: 7 });
  expect(decideOne({ subject: order('OnWay'), event: onWay }, flow)).toMatchObject({
    outcome: 'planned',
    occurrence: 7,
  });
  expect(decideOne({ subject: order('Delivered'), event: onWay }, flow)).toMatchObject({ rule: 'status_passed' });
  const cooking = happened('order.status_changed', { statusTo: 'CookingStarted' });
  expect(decideOne({ subject: order('CookingStarted'), event: cooking }, flow)).toMatchObject({
    rule: 'order_status_differs',
  });
});

test.each([
  ['Delivered', 'Closed', 'due'],
  ['OnWay', 'Closed', 'status_passed'],
  ['Delivered', 'Cancelled', 'status_passed'],
])('an order that was %s and is %s: %s', (statusTo, status, rule) => {
  const flow = longRunning('order_status', 1, { settings: defaultSettings('order_status', 'ru') });
  const subject = aDecidedVisit({ kind: 'order', status });
  const event = happened('order.status_changed', { statusTo });
  expect(decideOne({ subject, event }, flow)).toMatchObject({ rule });
});

const [QUOTE, PAID] = [DealStageId.parse(anId(71)), DealStageId.parse(anId(72))];
const aDeal = (stageId: DealStageId, change: Partial<DealState> = {}) =>
  aDecidedVisit({
    kind: 'deal',
    status: stageId,
    deal: {
      stageId,
      stageTitle: stageId === QUOTE ? 'Sales: Quote' : 'Sales: Paid',
      pipelineId: DealPipelineId.parse(anId(70)),
      pipelineTitle: 'Sales',
      responsibleName: 'Olga',
      tags: ['site'],
      isDeleted: false,
      isTaskOver: false,
      ...change,
    },
  });

test('a message about a stage is sent while the deal is at it', () => {
  const flow = longRunning('deal_stage', 1);
  const event = happened('deal.stage_changed', { statusTo: QUOTE, version: 3 });
  expect(decideOne({ subject: aDeal(QUOTE), event }, flow)).toMatchObject({ outcome: 'planned', occurrence: 3 });
  expect(decideOne({ subject: aDeal(PAID), event }, flow)).toMatchObject({
    rule: 'stage_passed',
    compared: { is: 'Sales: Paid' },
  });
  expect(decideOne({ subject: aDeal(QUOTE, { isDeleted: true }), event }, flow)).toMatchObject({
    rule: 'deal_deleted',
  });
});

test.each([
  [{ field: 'deal_stage' as const, isNot: false, values: [PAID] }, 'deal_stage_differs'],
  [{ field: 'deal_stage' as const, isNot: false, values: [QUOTE] }, 'due'],
  [{ field: 'deal_pipeline' as const, isNot: true, values: [anId(70)] }, 'deal_pipeline_differs'],
  [{ field: 'deal_responsible' as const, isNot: false, values: ['Ivan'] }, 'deal_responsible_differs'],
  [{ field: 'deal_tag' as const, isNot: false, values: ['phone'] }, 'deal_tag_differs'],
  [{ field: 'deal_tag' as const, isNot: false, values: ['site'] }, 'due'],
])('a deal and the condition %j: %s', (condition, rule) => {
  const settings = defaultSettings('deal_stage', 'ru');
  const conditions = { match: 'all' as const, groups: [{ match: 'all' as const, conditions: [condition] }] };
  const flow = longRunning('deal_stage', 0, { settings: { ...settings, conditions } });
  const event = happened('deal.stage_changed', { statusTo: QUOTE });
  expect(decideOne({ subject: aDeal(QUOTE), event }, flow)).toMatchObject({ rule });
});

test('a message about a task comes before its time, and only while the task is open', () => {
  const flow = longRunning('deal_task', -1);
  const task = (isTaskOver: boolean) => ({
    ...aDeal(QUOTE, { isTaskOver }),
    kind: 'deal_task' as const,
    startsAt: NOW.add({ hours: 3 }),
    timeVersion: 2,
  });
  expect(decideOne({ subject: task(false) }, flow)).toMatchObject({
    outcome: 'planned',
    at: NOW.add({ hours: 2 }),
    occurrence: 2,
  });
  expect(decideOne({ subject: task(true) }, flow)).toMatchObject({ rule: 'task_done' });
});

test('an ordered cart gets no reminder', () => {
  const flow = longRunning('abandoned_cart', 1);
  const event = happened('cart.updated', { statusTo: 'open' });
  const cart = (status: string) => aDecidedVisit({ kind: 'cart', status, timeVersion: 3 });
  expect(decideOne({ subject: cart('open'), event }, flow)).toMatchObject({ at: NOW.add({ hours: 1 }), occurrence: 3 });
  expect(decideOne({ subject: cart('ordered'), event }, flow)).toMatchObject({ rule: 'cart_ordered' });
});

test('a customer in the control group gets nothing, always the same customers, and about as many as wanted', () => {
  const settings = defaultSettings('visit_reminder', 'ru');
  const flow = aDecidedFlow('visit_reminder', {
    settings: { ...settings, options: { ...settings.options, controlPercent: 10 } },
  });
  const rules = Array.from({ length: 2000 }, (_, n) => {
    const customer = aDecidedCustomer({
      id: aDecidedCustomer().id.replace(/.{12}$/, String(n).padStart(12, '0')) as never,
    });
    const [once, again] = [decideOne({ customer }, flow), decideOne({ customer }, flow)];
    expect(once).toEqual(again);
    return once.outcome === 'skipped' ? once.rule : 'sent';
  });
  const heldOut = rules.filter((rule) => rule === 'control_group').length;
  expect(heldOut).toBeGreaterThan(150);
  expect(heldOut).toBeLessThan(250);
});

test("an offer obeys the customer's frequency cap and refusal of mailings", () => {
  const flow = longRunning('repeat_visit', 45 * DAY);
  const { customer } = customerWith([past(-45 * DAY, 'arrived')]);
  const recentMessages = [
    { senderId: flow.id, subjectId: anId(77), at: NOW.subtract({ hours: 5 }), isMarketing: true },
  ];
  const facts = { subject: held(45 * DAY), customer: { ...customer, recent: recentMessages } };
  const strict = { quietFromHour: 0, quietToHour: 0, marketingLimit: 1, marketingDays: 4, senderOrder: [] };
  expect(decideOne(facts, flow, NOW, strict)).toMatchObject({
    rule: 'marketing_budget',
    compared: { sent: 1, limit: 1 },
  });
  const refusing = { ...facts, customer: { ...customer, refusesMailings: true } };
  expect(decideOne(refusing, flow)).toMatchObject({ rule: 'refuses_mailings' });
});

test('a customer gets messages of one flow no more often than its interval allows', () => {
  const flow = longRunning('review_request', 0, { timing: { intervalMinutes: 60 * 24 * 7 } });
  const recentMessages = [
    { senderId: flow.id, subjectId: anId(77), at: NOW.subtract({ hours: 48 }), isMarketing: false },
  ];
  const facts = { subject: held(1), event: arrived, customer: aDecidedCustomer({ recent: recentMessages }) };
  expect(decideOne(facts, flow)).toMatchObject({ rule: 'written_lately' });
  const longAgo = recentMessages.map((one) => ({ ...one, at: NOW.subtract({ hours: 24 * 8 }) }));
  expect(decideOne({ ...facts, customer: aDecidedCustomer({ recent: longAgo }) }, flow)).toMatchObject({
    outcome: 'planned',
  });
});

test('a flow sends until its last day is over', () => {
  const today = longRunning('review_request', 0, { timing: { endsOn: '2026-03-01' } });
  expect(decideOne({ subject: held(1), event: arrived }, today)).toMatchObject({ outcome: 'planned' });
  const yesterday = longRunning('review_request', 0, { timing: { endsOn: '2026-02-28' } });
  expect(decideOne({ subject: held(1), event: arrived }, yesterday)).toMatchObject({ rule: 'flow_ended' });
});

test('its last day is one of the cabinet, wherever the branch is', () => {
  const decided = (now: string, timeZone: string) => {
    const subject = aDecidedVisit({ status: 'arrived', startsAt: at(now).subtract({ hours: 1 }), timeZone });
    const flow = longRunning('review_request', 0, { timing: { endsOn: '2026-02-28' } });
    return decideOne({ subject, event: { ...arrived, occurredAt: at(now) } }, flow, at(now));
  };
  const stillMoscow = decided('2026-02-28T20:59:00Z', 'Asia/Vladivostok');
  expect(stillMoscow).toMatchObject({ outcome: 'planned' });
  expect(decided('2026-02-28T21:00:00Z', 'Europe/Kaliningrad')).toMatchObject({ rule: 'flow_ended' });
});

test.each(['daily_report', 'weekly_report'] as const)('%s: a flow that is over tells its owner nothing', (kind) => {
  const subject = aDecidedVisit({ kind: 'day', startsAt: at('2026-03-01T21:00:00Z') });
  const facts = { subject, customer: null, testRecipients: OWNERS };
  const ending = (endsOn: string) => longRunning(kind, 9, { timing: { endsOn } });
  expect(decideOne(facts, ending('2026-03-02'), subject.startsAt)).toMatchObject({ outcome: 'planned' });
  expect(decideOne(facts, ending('2026-03-01'), subject.startsAt)).toMatchObject({ rule: 'flow_ended' });
});
