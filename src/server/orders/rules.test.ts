import { expect, test } from 'vitest';
import { ContactId } from '#contract/contacts/calls.ts';
import { sharedTitle } from '#server/connections/storage/rules.ts';
import { buyersAffected, changeTimeOf, differenceOf, isOutdated, type OrderState } from './rules.ts';

const at = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1_000);
const state = (change: Partial<OrderState> = {}): OrderState => ({
  status: 'CookingStarted',
  statusText: change.status ?? 'CookingStarted',
  totalMinor: 1_000,
  completeBefore: at(5_000),
  ...change,
});

test.each([
  ['nothing', state(), { statusFrom: null, parts: [] }],
  ['the status', state({ status: 'OnWay' }), { statusFrom: 'CookingStarted', parts: [] }],
  ['the sum', state({ totalMinor: 900 }), { statusFrom: null, parts: ['total'] }],
  ['the time', state({ completeBefore: at(6_000) }), { statusFrom: null, parts: ['time'] }],
  ['a time that was not told before', state({ completeBefore: null }), { statusFrom: null, parts: ['time'] }],
  [
    'the sum of one that is over',
    state({ status: 'Closed', totalMinor: 1 }),
    { statusFrom: 'CookingStarted', parts: [] },
  ],
] as const)('a customer notices %s', (_, after, difference) => {
  expect(differenceOf(state(), after)).toEqual(difference);
});

test('unknown statuses are distinguished by their text', () => {
  const before = state({ status: 'unknown', statusText: 'Teleported' });
  expect(differenceOf(before, before).statusFrom).toBeNull();
  expect(differenceOf(before, { ...before, statusText: 'Evaporated' }).statusFrom).toBe('unknown');
});

test.each([
  ['was changed earlier, though it came later', { changedAt: at(9), readAt: at(30) }, true],
  ['was changed later, though it came earlier', { changedAt: at(11), readAt: at(1) }, false],
  ['is from the same second and less far on its way', { changedAt: at(10), status: 'WaitCooking' }, true],
  ['is from the same second and further on its way', { changedAt: at(10), status: 'OnWay' }, false],
  ['is from the same second, unknown to us, and was asked for later', { status: 'unknown', readAt: at(30) }, false],
  ['is from the same second, unknown to us, and was asked for earlier', { status: 'unknown', readAt: at(1) }, true],
  ['says the same and was asked for earlier', { changedAt: at(10), readAt: at(1) }, true],
  ['does not say when it changed and was asked for earlier', { changedAt: null, readAt: at(1) }, true],
  ['does not say when it changed and was asked for later', { changedAt: null, readAt: at(30) }, false],
] as const)('an answer that %s', (_, read, isOld) => {
  const stored = { status: 'CookingStarted', changedAt: at(10), readAt: at(20) } as const;
  expect(isOutdated({ ...stored, ...read }, stored)).toBe(isOld);
});

test.each([
  ['after the order was made', '2026-01-20T15:00:00Z', '2026-01-20T14:00:00Z', true],
  ['a little before, for clocks differ', '2026-01-20T13:00:00Z', '2026-01-20T14:00:00Z', true],
  ['long before', '2025-01-20T15:00:00Z', '2026-01-20T14:00:00Z', false],
  ['that nobody knows the making of', '2026-01-20T15:00:00Z', null, true],
  ['that nobody knows the making of, in another century', '1970-01-01T00:16:40Z', null, false],
])('what a source counts changes by is a time: %s', (_, changed, created, isTime) => {
  const changedAt = Temporal.Instant.from(changed);
  const createdAt = created === null ? null : Temporal.Instant.from(created);
  expect(changeTimeOf({ changedAt, createdAt })).toEqual(isTime ? changedAt : null);
});

test.each([
  [['Тесто и угли, Пятницкая', 'Тесто и угли, Урал'], 'Тесто и угли'],
  [['Клиника Здоровье на Покровке', 'Клиника Здоровье на Соколе'], 'Клиника Здоровье'],
  [['Салон у Оли на Соколе', 'Салон у Оли на Солянке'], 'Салон у Оли'],
  [['Лаванда 1', 'Лаванда 2'], 'Лаванда'],
  [['Studio at the Park', 'Studio at the Pier'], 'Studio'],
  [['Пиццерия'], 'Пиццерия'],
  [['Пиццерия', 'Суши'], 'Пиццерия'],
  [[], ''],
])('%o together are called «%s»', (titles, title) => {
  expect(sharedTitle(titles)).toBe(title);
});

const ANNA = ContactId.parse('019a0000-0000-7000-8000-000000000001');
const VERA = ContactId.parse('019a0000-0000-7000-8000-000000000002');
const ORDER = { contactId: ANNA, status: 'Closed', placedAt: at(1_000), totalMinor: 1_000 } as const;

test.each([
  ['an order that is new', null, {}, [ANNA]],
  ['nothing', ORDER, {}, []],
  ['a status on the way', { ...ORDER, status: 'OnWay' }, {}, []],
  ['that it was cancelled', ORDER, { status: 'Cancelled' }, [ANNA]],
  ['the amount', ORDER, { totalMinor: 900 }, [ANNA]],
  ['the time', ORDER, { placedAt: at(2_000) }, [ANNA]],
  ['the contact', ORDER, { contactId: VERA }, [ANNA, VERA]],
] as const)('contacts are measured again when their orders change: %s', (_, before, change, contactIds) => {
  expect(buyersAffected(before, { ...ORDER, ...change })).toEqual(contactIds);
});
