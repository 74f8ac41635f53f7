import { expect, test } from 'vitest';
import type { FlowCondition } from '#contract/audiences/calls.ts';
import { FLOW_KIND_NAMES, flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { findImpossible } from './impossible-rules.ts';

const POLICY = { quietFromHour: 22, quietToHour: 8 };

type Group = { match: 'all' | 'any'; conditions: FlowCondition[] };

function settingsOf(kind: FlowKind, groups: Group[], timing: Partial<FlowSettings['timing']> = {}) {
  const { delay, window, usualWeekday } = flowKind(kind);
  const usual = { delayMinutes: delay.usual, window, weekdays: usualWeekday === null ? [] : [usualWeekday] };
  const whole = { ...usual, firstSend: false, intervalMinutes: 0, endsOn: null, ...timing };
  return { kind, conditions: { match: 'all' as const, groups }, timing: whole };
}

const all = (...conditions: FlowCondition[]): Group[] => [{ match: 'all', conditions }];
const any = (...conditions: FlowCondition[]): Group[] => [{ match: 'any', conditions }];
const status = (...values: string[]): FlowCondition => ({ field: 'visit_status', isNot: false, values });
const weekday = (...values: string[]): FlowCondition => ({ field: 'weekday', isNot: false, values });
const hours = (from: number, to: number): FlowCondition => ({ field: 'hour', from, to });
const days = (from: number, to: number): FlowCondition => ({ field: 'days_since_visit', from, to });

const FIRST = 'settings.conditions.groups.0.conditions.0';
const SECOND = 'settings.conditions.groups.0.conditions.1';
const WINDOW = 'settings.timing.window.endHour';
const AFTERNOON = { startHour: 14, endHour: 20 };
const NIGHT = { startHour: 22, endHour: 24 };

test.each([
  {
    what: 'a status the visit has only later',
    settings: settingsOf('visit_reminder', all(status('arrived'))),
    found: { field: `${FIRST}.values`, reason: 'never_status' },
  },
  {
    what: 'the exclusion of every status it can have',
    settings: settingsOf(
      'visit_reminder',
      all({ field: 'visit_status', isNot: true, values: ['waiting', 'confirmed', 'unknown'] }),
    ),
    found: { field: `${FIRST}.values`, reason: 'never_status' },
  },
  {
    what: 'a second weekday',
    settings: settingsOf('visit_reminder', all(weekday('1'), weekday('2'))),
    found: { field: `${SECOND}.values`, reason: 'never_together' },
  },
  {
    what: 'an hour outside the first',
    settings: settingsOf('visit_created', all(hours(9, 12), hours(13, 20))),
    found: { field: `${SECOND}.to`, reason: 'never_together' },
  },
  {
    what: 'fewer days than the delay',
    settings: settingsOf('lost_client', all(days(0, 10))),
    found: { field: `${FIRST}.to`, reason: 'never_days' },
  },
  {
    what: 'hours of sending after the visits',
    settings: settingsOf('visit_reminder', all(hours(9, 12)), { delayMinutes: -60, window: AFTERNOON }),
    found: { field: WINDOW, reason: 'never_open' },
  },
  {
    what: 'weekdays of sending after the visits',
    settings: settingsOf('visit_reminder', all(weekday('1')), { delayMinutes: -1440, weekdays: [3] }),
    found: { field: WINDOW, reason: 'never_open' },
  },
  {
    what: 'marketing in quiet hours',
    settings: settingsOf('birthday', [], { window: NIGHT }),
    found: { field: WINDOW, reason: 'quiet_hours' },
  },
])('$what is named as impossible', ({ settings, found }) => {
  expect(findImpossible(settings.kind, settings, POLICY)).toEqual(found);
});

test.each([
  ['one status of several it can have', settingsOf('visit_reminder', all(status('arrived', 'confirmed')))],
  ['either of two weekdays', settingsOf('visit_reminder', any(weekday('1'), weekday('2')))],
  ['overlapping hours', settingsOf('visit_created', all(hours(9, 14), hours(13, 20)))],
  ['the day of the delay', settingsOf('lost_client', all(days(30, 365)))],
  [
    'sending before the last visit of the day',
    settingsOf('visit_reminder', all(hours(9, 15)), { delayMinutes: -60, window: AFTERNOON }),
  ],
  ['a notice in quiet hours', settingsOf('visit_created', [], { window: NIGHT })],
])('%s is possible', (_, settings) => {
  expect(findImpossible(settings.kind, settings, POLICY)).toBeNull();
});

test.each(FLOW_KIND_NAMES)('a new flow of the kind %s is possible', (kind) => {
  const { usualConditions } = flowKind(kind);
  const settings = settingsOf(kind, usualConditions.length > 0 ? all(...usualConditions) : []);
  expect(findImpossible(kind, settings, POLICY)).toBeNull();
});
