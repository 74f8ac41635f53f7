import { expect, test } from 'vitest';
import { factsOf } from './compared.ts';

const STARTS_AT = '2026-11-21T07:00:00Z';

test('a planned reminder has its time, its distance to the visit and its branch, each once', () => {
  const values = {
    channel: 'WhatsApp «Студия Ромашка»',
    startsAt: STARTS_AT,
    timeZone: 'Europe/Moscow',
    wantedAt: '2026-11-21T05:00:00Z',
    delayMinutes: -120,
    until: '2026-11-21T05:00:00.000Z',
  };
  expect(factsOf(values, STARTS_AT)).toEqual([
    { name: 'wantedAt', kind: 'instant', at: '2026-11-21T05:00:00Z' },
    { name: 'before', kind: 'span', minutes: 120 },
    { name: 'channel', kind: 'text', text: 'WhatsApp «Студия Ромашка»' },
  ]);
});

test('a former start of the visit is stated', () => {
  expect(factsOf({ startsAt: '2026-11-20T07:00:00Z' }, STARTS_AT)).toEqual([
    { name: 'startsAt', kind: 'instant', at: '2026-11-20T07:00:00Z' },
  ]);
});

test('the time of a cart is not the start of a visit; a conflicting visit is stated nevertheless', () => {
  const values = { startsAt: STARTS_AT, wantedAt: '2026-11-21T08:00:00Z' };
  expect(factsOf(values, 'no_visit')).toEqual([{ name: 'wantedAt', kind: 'instant', at: '2026-11-21T08:00:00Z' }]);
  expect(factsOf({ startsAt: STARTS_AT }, 'no_visit')).toEqual([{ name: 'startsAt', kind: 'instant', at: STARTS_AT }]);
});

test('quiet hours are one fact', () => {
  expect(factsOf({ localTime: '23:10', quietFromHour: 21, quietToHour: 9 }, null)).toEqual([
    { name: 'quiet', kind: 'hours', from: 21, to: 9 },
    { name: 'localTime', kind: 'text', text: '23:10' },
  ]);
});

test('each rejected channel keeps its reason, regardless of its title', () => {
  expect(factsOf({ tried: 'WhatsApp, Урал: no_phone, Бот: запись: not_there', hasPhone: false }, null)).toEqual([
    {
      name: 'tried',
      kind: 'tried',
      channels: [
        { title: 'WhatsApp, Урал', blocker: 'no_phone' },
        { title: 'Бот: запись', blocker: 'not_there' },
      ],
    },
  ]);
});

test('statuses that are compared are read one by one, and those of an event are left to its title', () => {
  expect(factsOf({ status: 'waiting', wanted: 'confirmed, arrived' }, null)).toEqual([
    { name: 'status', kind: 'statuses', statuses: ['waiting'] },
    { name: 'wanted', kind: 'statuses', statuses: ['confirmed', 'arrived'] },
  ]);
  expect(factsOf({ from: 'waiting', to: 'confirmed' }, null)).toEqual([]);
});

test('values that only engineers understand are left out', () => {
  expect(
    factsOf({ mode: 'test', status: 'pause', isFirst: false, timeVersion: 2, heldBy: 'send_window' }, null),
  ).toEqual([]);
});

test('what a message waited for before its time ran out is a rule by its name; of a template, what became of it', () => {
  expect(
    factsOf({ waitedFor: 'quota_exhausted', template: 'visit_reminder (ru)', templateStatus: 'paused' }, null),
  ).toEqual([
    { name: 'template', kind: 'text', text: 'visit_reminder (ru)' },
    { name: 'waitedFor', kind: 'rule', rule: 'quota_exhausted' },
    { name: 'templateStatus', kind: 'template', status: 'paused' },
  ]);
  expect(factsOf({ waitedFor: 'something', templateStatus: 'in_appeal' }, null)).toEqual([
    { name: 'templateStatus', kind: 'template', status: 'other' },
  ]);
});
