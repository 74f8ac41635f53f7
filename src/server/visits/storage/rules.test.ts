import { expect, test } from 'vitest';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import {
  buyersAffected,
  differenceOf,
  isBookedBefore,
  isHistory,
  isStale,
  mayCancel,
  spentBetween,
  type VisitState,
} from './rules.ts';

const at = (text: string) => Temporal.Instant.from(text);
const id = (last: number) => `019a0000-0000-7000-8000-00000000000${last}`;
const [A, B] = [ServiceId.parse(id(1)), ServiceId.parse(id(2))];
const BEFORE: VisitState = {
  branchId: BranchId.parse(id(3)),
  contactId: null,
  masterId: MasterId.parse(id(4)),
  serviceIds: [A, B],
  startsAt: at('2026-03-05T09:00:00Z'),
  status: 'waiting',
  statusText: '',
};

test.each([
  ['nothing', {}, { kind: 'none' }],
  ['services in another order', { serviceIds: [B, A] }, { kind: 'none' }],
  ['the start', { startsAt: at('2026-03-05T10:00:00Z') }, { isMoved: true, parts: [], statusFrom: null }],
  ['the master', { masterId: MasterId.parse(id(5)) }, { isMoved: false, parts: ['master'] }],
  ['a service', { serviceIds: [A] }, { isMoved: false, parts: ['services'] }],
  ['the branch', { branchId: BranchId.parse(id(6)) }, { parts: ['branch'] }],
  ['the status', { status: 'confirmed' }, { isMoved: false, parts: [], statusFrom: 'waiting' }],
  [
    'the start, the master and the status',
    { startsAt: at('2026-03-06T09:00:00Z'), masterId: null, status: 'confirmed' },
    { isMoved: true, parts: ['master'], statusFrom: 'waiting' },
  ],
  ['everything, and it was cancelled', { status: 'cancelled', masterId: null }, { kind: 'cancelled', from: 'waiting' }],
] as const)('what changes is noticed: %s', (_, change, difference) => {
  expect(differenceOf(BEFORE, { ...BEFORE, ...change })).toMatchObject(difference);
});

test('unknown statuses are distinguished by their text', () => {
  const before = { ...BEFORE, status: 'unknown' as const, statusText: '5' };
  expect(differenceOf(before, before)).toEqual({ kind: 'none' });
  expect(differenceOf(before, { ...before, statusText: '6' })).toMatchObject({ statusFrom: 'unknown' });
});

test('a repeated cancellation is no change; a restored visit is', () => {
  const cancelled = { ...BEFORE, status: 'cancelled' as const };
  expect(differenceOf(cancelled, { ...cancelled, startsAt: at('2026-03-06T09:00:00Z') })).toEqual({ kind: 'none' });
  expect(differenceOf(cancelled, BEFORE)).toMatchObject({ kind: 'changed', statusFrom: 'cancelled' });
});

test('a visit booked before the branch was read is history, to the second', () => {
  const branch = { readingSince: at('2026-03-02T08:00:00.500Z'), changedUntil: null };
  expect(isHistory(at('2026-03-02T07:59:59Z'), branch)).toBe(true);
  expect(isHistory(at('2026-03-02T08:00:00Z'), branch)).toBe(false);
});

test('without a time from the vendor, a visit is history until the branch has been read once', () => {
  const readingSince = at('2026-03-02T08:00:00Z');
  expect(isHistory(null, { readingSince, changedUntil: null })).toBe(true);
  expect(isHistory(null, { readingSince, changedUntil: readingSince })).toBe(false);
});

test.each([
  ['ahead', '2026-03-09T08:00:00Z', false],
  ['of this morning', '2026-03-06T08:00:00Z', false],
  ['of days ago', '2026-03-04T08:00:00Z', true],
  ['of last year', '2025-03-02T08:00:00Z', true],
])('a visit %s of which nobody tells when it was booked', (_when, startsAt, isBefore) => {
  const branch = { readingSince: at('2026-03-02T08:00:00Z'), changedUntil: at('2026-03-06T09:00:00Z') };
  expect(isBookedBefore({ createdAt: null, startsAt: at(startsAt) }, branch)).toBe(isBefore);
  expect(isBookedBefore({ createdAt: at('2026-03-03T08:00:00Z'), startsAt: at(startsAt) }, branch)).toBe(false);
  expect(isBookedBefore({ createdAt: null, startsAt: at(startsAt) }, { ...branch, changedUntil: null })).toBe(true);
});

test('an answer that was requested earlier is stale', () => {
  const stored = { readAt: at('2026-03-02T08:00:05Z'), changedAt: at('2026-03-02T08:00:01Z') };
  expect(isStale({ readAt: at('2026-03-02T08:00:04Z'), changedAt: at('2026-03-02T08:00:01Z') }, stored)).toBe(true);
  expect(isStale({ readAt: at('2026-03-02T08:00:06Z'), changedAt: at('2026-03-02T08:00:00Z') }, stored)).toBe(true);
  expect(isStale({ readAt: at('2026-03-02T08:00:06Z'), changedAt: null }, stored)).toBe(false);
  expect(isStale({ readAt: at('2026-03-02T08:00:06Z'), changedAt: null }, { readAt: null, changedAt: null })).toBe(
    false,
  );
});

test.each([
  ['comes', ['waiting', 500], 'arrived', 500],
  ['is new and was held', null, 'arrived', 500],
  ['did not come after all', ['arrived', 500], 'no_show', -500],
  ['did not come after all, and was to pay less', ['arrived', 300], 'no_show', -300],
  ['came already', ['arrived', 500], 'arrived', 0],
  ['came already, and pays more', ['arrived', 300], 'arrived', 200],
  ['is awaited', ['waiting', 500], 'confirmed', 0],
  ['is awaited, and will pay more', ['waiting', 300], 'confirmed', 0],
] as const)('a visit whose customer %s changes what she has spent', (_what, known, status, minor) => {
  const [earlier, later] = [at('2026-03-02T08:00:01Z'), at('2026-03-02T08:00:02Z')];
  const before = known ? { status: known[0], totalMinor: known[1], readAt: earlier, changedAt: earlier } : undefined;
  expect(spentBetween(before, { status, totalMinor: 500, readAt: later, changedAt: later })).toBe(minor);
  const isOverheard = before ? 0 : minor;
  expect(spentBetween(before, { status, totalMinor: 500, readAt: later, changedAt: at('2026-03-02T08:00:00Z') })).toBe(
    isOverheard,
  );
});

test('a contact may cancel until the branch’s limit', () => {
  const start = at('2026-03-05T09:00:00Z');
  expect(mayCancel(start, 60, at('2026-03-05T08:00:00Z'))).toBe(true);
  expect(mayCancel(start, 60, at('2026-03-05T08:00:01Z'))).toBe(false);
  expect(mayCancel(start, null, at('2026-03-01T08:00:00Z'))).toBe(false);
});

const [ANNA, VERA] = [ContactId.parse(id(7)), ContactId.parse(id(8))];
const ATTENDED = { contactId: ANNA, status: 'arrived', startsAt: BEFORE.startsAt, totalMinor: 150_000 } as const;

test.each([
  ['an attended visit that is new', null, {}, [ANNA]],
  ['a visit ahead that is new', null, { status: 'waiting' }, []],
  ['nothing', ATTENDED, {}, []],
  ['that the contact came', { ...ATTENDED, status: 'waiting' }, {}, [ANNA]],
  ['that the contact did not come after all', ATTENDED, { status: 'no_show' }, [ANNA]],
  ['the amount', ATTENDED, { totalMinor: 200_000 }, [ANNA]],
  ['the start', ATTENDED, { startsAt: at('2026-03-06T09:00:00Z') }, [ANNA]],
  ['the contact', ATTENDED, { contactId: VERA }, [ANNA, VERA]],
  ['the contact, who was unknown', { ...ATTENDED, contactId: null }, {}, [ANNA]],
  [
    'the start of a visit ahead',
    { ...ATTENDED, status: 'waiting' },
    { status: 'confirmed', startsAt: at('2026-03-06T09:00:00Z') },
    [],
  ],
] as const)('contacts are measured again when their attended visits change: %s', (_, before, change, contactIds) => {
  expect(buyersAffected(before, { ...ATTENDED, ...change })).toEqual(contactIds);
});
