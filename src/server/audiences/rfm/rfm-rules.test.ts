import { expect, test } from 'vitest';
import type { RfmThresholds } from '#contract/audiences/rfm.ts';
import { placeOf, plainNumber, type RfmClient, thresholdsFor } from './rfm-rules.ts';

const THRESHOLDS: RfmThresholds = {
  usualDays: 30,
  lateFrom: 1.5,
  sleepingFrom: 2,
  lostFrom: 3,
  oftenFrom: 5,
  paysWellFromMinor: 10_000,
};

/** A client who came yesterday, six times in all, every ten days. */
const CLIENT: RfmClient = { daysSince: 1, usualDays: 10, visits: 6, visitsEver: 6, spentMinor: 20_000 };
const ONCE = { usualDays: null, visits: 1, visitsEver: 1 };

test.each<[string, Partial<RfmClient>, string]>([
  ['comes often and pays well', {}, 'champions'],
  ['pays exactly the bound', { spentMinor: 10_000 }, 'champions'],
  ['comes often and pays little', { spentMinor: 9_999 }, 'loyal'],
  ['comes now and then', { visits: 4 }, 'promising'],
  ['came back after years, once in the period', { visits: 1, visitsEver: 9 }, 'promising'],
  ['has not come in the period, yet is in time', { visits: 0, usualDays: 400, daysSince: 390 }, 'promising'],
  ['came for the first time', { ...ONCE, daysSince: 45 }, 'new'],
  ['came once and did not come back', { ...ONCE, daysSince: 46 }, 'once'],
  ['came once, long ago', { ...ONCE, daysSince: 91 }, 'lost'],
  ['is at the end of being on time', { daysSince: 15 }, 'champions'],
  ['is late', { daysSince: 16 }, 'at_risk'],
  ['is at the end of being late', { daysSince: 20 }, 'at_risk'],
  ['is far too late', { daysSince: 21 }, 'sleeping'],
  ['is at the end of sleeping', { daysSince: 30 }, 'sleeping'],
  ['is lost', { daysSince: 31 }, 'lost'],
  ['is late by the interval of the business', { daysSince: 46, usualDays: null }, 'at_risk'],
])('a client who %s has one group', (_what, change, group) => {
  expect(placeOf({ ...CLIENT, ...change }, THRESHOLDS).group).toBe(group);
});

test('nobody pays well by paying nothing', () => {
  expect(placeOf({ ...CLIENT, spentMinor: 0 }, { ...THRESHOLDS, paysWellFromMinor: 0 })).toEqual({
    recency: 1,
    frequency: 3,
    money: 1,
    group: 'loyal',
  });
});

test('bounds follow the base, and its usual interval once ten clients have their own', () => {
  const base = { clients: 60, intervals: 9, medianDays: 21, upperTercileMinor: 1_234_500 };
  expect(thresholdsFor(base, 12)).toMatchObject({ usualDays: 30, oftenFrom: 5, paysWellFromMinor: 1_000_000 });
  expect(thresholdsFor({ ...base, intervals: 10 }, null)).toMatchObject({ usualDays: 21, oftenFrom: 8 });
});

test.each([
  [0, 0],
  [7, 6],
  [130, 150],
  [4_700, 5_000],
  [9_300, 10_000],
])('%i is said as %i', (value, plain) => {
  expect(plainNumber(value)).toBe(plain);
});
