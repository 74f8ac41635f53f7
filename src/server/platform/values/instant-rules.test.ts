import { expect, test } from 'vitest';
import { compareInstants, earlierOf, isAfter, isBefore, laterOf } from './instant-rules.ts';

const noon = Temporal.Instant.from('2026-03-01T12:00:00Z');
const aMomentLater = Temporal.Instant.from('2026-03-01T12:00:00.000000001Z');
const again = Temporal.Instant.from('2026-03-01T12:00:00Z');

test('moments a nanosecond apart differ', () => {
  expect(compareInstants(noon, aMomentLater)).toBe(-1);
  expect(compareInstants(aMomentLater, noon)).toBe(1);
  expect(isBefore(noon, aMomentLater)).toBe(true);
  expect(isAfter(aMomentLater, noon)).toBe(true);
  expect(earlierOf(aMomentLater, noon)).toBe(noon);
  expect(laterOf(noon, aMomentLater)).toBe(aMomentLater);
});

test('a moment is neither before nor after itself, and of two equal ones the first is taken', () => {
  expect(compareInstants(noon, again)).toBe(0);
  expect(isBefore(noon, again)).toBe(false);
  expect(isAfter(noon, again)).toBe(false);
  expect(earlierOf(noon, again)).toBe(noon);
  expect(laterOf(noon, again)).toBe(noon);
});
