import { expect, test } from 'vitest';
import { ABILITIES } from '#contract/billing/tariffs.ts';
import { entitlementsOf, monthsStarted, nextPeriod, type PaidTariff } from './entitlement-rules.ts';

const NOW = Temporal.Instant.from('2026-03-10T08:00:00Z');
const [YESTERDAY, TOMORROW] = [NOW.subtract({ hours: 24 }), NOW.add({ hours: 24 })];
const zone = { now: NOW, timeZone: 'Europe/Moscow' };
const paid = (tariffId: number, change: Partial<PaidTariff> = {}): PaidTariff => ({
  id: crypto.randomUUID(),
  tariffId,
  units: 1,
  beginsAt: YESTERDAY,
  endsAt: TOMORROW,
  ...change,
});
const trial = { paidUntil: TOMORROW, isTrial: true };
const ended = { paidUntil: YESTERDAY, isTrial: true };

test('a trial includes everything until its end, and nothing after it', () => {
  expect(entitlementsOf(trial, [], NOW)).toMatchObject({ abilities: ABILITIES, state: 'trial', until: TOMORROW });
  expect(entitlementsOf(trial, [], TOMORROW)).toMatchObject({ abilities: [], state: 'expired', nextEnd: null });
});

test('a period without end includes everything', () => {
  const free = { paidUntil: null, isTrial: false };
  expect(entitlementsOf(free, [], NOW)).toMatchObject({ abilities: ABILITIES, state: 'free', until: null });
});

test('tariffs add up, and one that has ended or not begun gives nothing', () => {
  const past = paid(20, { beginsAt: YESTERDAY.subtract({ hours: 24 }), endsAt: NOW });
  const future = paid(15, { beginsAt: TOMORROW, endsAt: TOMORROW.add({ hours: 24 }) });
  expect(entitlementsOf(ended, [paid(0), paid(13), past, future], NOW)).toMatchObject({
    abilities: ['notifications', 'mailings'],
    state: 'active',
    isTrial: false,
  });
});

test('a payment during the trial leaves the rest of the trial', () => {
  expect(entitlementsOf(trial, [paid(0)], NOW)).toMatchObject({
    abilities: ABILITIES,
    state: 'active',
    isTrial: false,
  });
});

test('the next end is that of the tariff that ends first, counting what follows it', () => {
  const longer = paid(0, { beginsAt: TOMORROW, endsAt: TOMORROW.add({ hours: 72 }) });
  const end = TOMORROW.add({ hours: 48 });
  const { nextEnd, until } = entitlementsOf(ended, [paid(0), longer, paid(13, { endsAt: end })], NOW);
  expect([nextEnd, until]).toEqual([end, longer.endsAt]);
});

test('a further payment continues the period, and one after its end begins at once', () => {
  expect(nextPeriod(TOMORROW, { months: 1, ...zone }).beginsAt).toEqual(TOMORROW);
  expect(nextPeriod(YESTERDAY, { months: 1, ...zone }).beginsAt).toEqual(NOW);
  expect(nextPeriod(undefined, { months: 3, ...zone }).endsAt.toString()).toBe('2026-06-10T08:00:00Z');
});

test('a month that begins on the 31st ends on the last day of a shorter one', () => {
  const now = Temporal.Instant.from('2026-01-31T09:00:00Z');
  expect(nextPeriod(undefined, { ...zone, now, months: 1 }).endsAt.toString()).toBe('2026-02-28T09:00:00Z');
});

test.each([
  ['2026-03-10T08:00:00Z', 1],
  ['2026-04-10T07:59:59Z', 1],
  ['2026-04-10T08:00:00Z', 2],
  ['2027-01-01T00:00:00Z', 3],
  ['2026-03-09T08:00:00Z', 0],
])('at %s, %i months of three have begun', (at, months) => {
  const period = nextPeriod(undefined, { months: 3, ...zone });
  expect(monthsStarted(period, { ...zone, now: Temporal.Instant.from(at) })).toBe(months);
});
