import { NO_HISTORY } from '#server/subjects/rules.ts';
import { expect, test } from 'vitest';
import type { FlowCondition, FlowConditions } from '#contract/audiences/calls.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import {
  aDecidedCustomer,
  aDecidedFlow,
  aDecidedVisit,
  anId,
  conditioned,
  decideOne,
  happened,
  moved,
} from '#server/testing/rows/decisions.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';

const [SERVICE, MASTER] = [ServiceId.parse(anId(40)), MasterId.parse(anId(41))];
const OTHER = anId(99);

/** 18:30 on a Monday, a haircut for 1,500 booked by phone. */
const subject = aDecidedVisit({ serviceIds: [SERVICE], serviceCategories: ['Hair'], masterId: MASTER });
/** Came 4 times, left 6,000 and is a VIP. */
const customer = aDecidedCustomer({ history: { ...NO_HISTORY, visitsCount: 4, spent: 6_000, categories: ['VIP'] } });

const list = (field: 'branch' | 'service' | 'master' | 'weekday' | 'source', ...values: string[]): FlowCondition => ({
  field,
  isNot: false,
  values,
});

test.each<[string, FlowCondition, string]>([
  ['another branch', list('branch', OTHER), 'branch_differs'],
  ['another service', list('service', OTHER), 'service_differs'],
  [
    'another category of services',
    { field: 'service_category', isNot: false, values: ['Nails'] },
    'service_category_differs',
  ],
  ['another master', list('master', OTHER), 'master_differs'],
  ['another status', { field: 'visit_status', isNot: false, values: ['confirmed'] }, 'status_differs'],
  ['other customers', { field: 'customer_category', isNot: false, values: ['New'] }, 'customer_category_differs'],
  ['everybody but VIPs', { field: 'customer_category', isNot: true, values: ['VIP'] }, 'customer_category_differs'],
  ['another source', list('source', 'altegio'), 'source_differs'],
  ['another weekday', list('weekday', '2', '3'), 'visit_weekday_differs'],
  ['first visits', { field: 'visit_number', value: 'first' }, 'first_visit_only'],
  ['what was booked online', { field: 'booking_way', value: 'online' }, 'booking_way_differs'],
  ['newcomers', { field: 'visits_count', from: 0, to: 3 }, 'visits_count_differs'],
  ['big spenders', { field: 'spent', from: 10_000, to: 100_000 }, 'spent_differs'],
  ['dear visits', { field: 'total', from: 2_000, to: 9_000 }, 'total_differs'],
  ['mornings', { field: 'hour', from: 8, to: 12 }, 'hour_differs'],
])('a flow for %s skips the visit with a reason', (_what, condition, rule) => {
  const flow = conditioned('visit_reminder', condition);
  expect(decideOne({ subject, customer }, flow)).toMatchObject({ outcome: 'skipped', rule });
});

test.each<[string, FlowCondition]>([
  ['one of several services', list('service', OTHER, SERVICE)],
  ['its weekday', list('weekday', '1')],
  ['any master but another', { field: 'master', isNot: true, values: [OTHER] }],
  ['a range with its ends', { field: 'visits_count', from: 4, to: 5 }],
  ['a range that means any', { field: 'spent', from: -1, to: -1 }],
  ['its hour', { field: 'hour', from: 18, to: 19 }],
])('a flow for %s sends', (_what, condition) => {
  const flow = conditioned('visit_reminder', condition);
  expect(decideOne({ subject, customer }, flow)).toMatchObject({ outcome: 'planned' });
});

test('a refusal has its compared values', () => {
  const flow = conditioned('visit_reminder', { field: 'visits_count', from: 10, to: 20 });
  expect(decideOne({ subject, customer }, flow)).toMatchObject({ compared: { is: 4, from: 10, to: 20 } });
});

test('a flow for returning contacts skips a first visit', () => {
  const flow = conditioned('visit_reminder', { field: 'visit_number', value: 'repeated' });
  expect(decideOne({ subject: aDecidedVisit({ isFirst: true }) }, flow)).toMatchObject({ rule: 'repeated_visit_only' });
});

test('a visit without a master does not meet a condition on masters', () => {
  expect(decideOne({}, conditioned('visit_reminder', list('master', MASTER)))).toMatchObject({
    rule: 'master_differs',
  });
});

test.each([
  ['2026-03-02T15:20:00Z', 'shift_too_small'],
  ['2026-03-02T15:40:00Z', 'shift_too_small'],
  ['2026-03-02T15:15:00Z', 'due'],
  ['2026-03-02T15:45:00Z', 'due'],
])('a move by less than 15 minutes sends no message (from %s: %s)', (from, rule) => {
  const flow = conditioned('visit_changed', { field: 'shift_minutes', from: 15, to: 525_600 });
  expect(decideOne({ event: moved(from) }, flow)).toMatchObject({ rule });
});

test('a flow about a change of master alone is not sent for a change of time', () => {
  const flow = conditioned('visit_changed', { field: 'change', isNot: false, values: ['master'] });
  expect(decideOne({ event: moved('2026-03-02T12:00:00Z') }, flow)).toMatchObject({ rule: 'change_differs' });
  const event = happened('visit.changed', { changes: ['master'] });
  expect(decideOne({ event }, flow)).toMatchObject({ outcome: 'planned' });
});

const isFew: FlowCondition = { field: 'visits_count', from: 0, to: 2 };
const isVip: FlowCondition = { field: 'customer_category', isNot: false, values: ['VIP'] };
const isDear: FlowCondition = { field: 'total', from: 5_000, to: 9_000 };

test.each<[string, FlowConditions, string]>([
  ['any of two, one fits', { match: 'all', groups: [{ match: 'any', conditions: [isFew, isVip] }] }, 'due'],
  [
    'any of two, none fits',
    { match: 'all', groups: [{ match: 'any', conditions: [isFew, isDear] }] },
    'conditions_differ',
  ],
  [
    'any of two groups, the second fits',
    {
      match: 'any',
      groups: [
        { match: 'all', conditions: [isVip, isDear] },
        { match: 'all', conditions: [isVip] },
      ],
    },
    'due',
  ],
  [
    'all of two groups, the second does not fit',
    {
      match: 'all',
      groups: [
        { match: 'any', conditions: [isVip] },
        { match: 'all', conditions: [isDear] },
      ],
    },
    'total_differs',
  ],
])('groups of conditions: %s', (_what, conditions, rule) => {
  const flow = aDecidedFlow('visit_reminder', { settings: { ...defaultSettings('visit_reminder', 'ru'), conditions } });
  expect(decideOne({ subject, customer }, flow)).toMatchObject({ rule });
});
