import { expect, test } from 'vitest';
import { successionOf } from './succession-rules.ts';

const visit = (id: string, time: string, durationMinutes = 60) => ({
  id,
  startsAt: Temporal.Instant.from(`2026-12-05T${time}:00Z`),
  durationMinutes,
});
const idsOf = (own: ReturnType<typeof visit>, ...others: ReturnType<typeof visit>[]) =>
  successionOf(own, others).map(({ id }) => id);

test('visits that follow each other with pauses of at most an hour are one succession', () => {
  const [first, second, third] = [visit('a', '12:00'), visit('b', '13:00'), visit('c', '15:00')];
  for (const own of [first, second, third]) {
    const others = [third, first, second].filter((one) => one !== own);
    expect(idsOf(own, ...others)).toEqual(['a', 'b', 'c']);
  }
});

test('a visit after a longer pause is not of the succession', () => {
  expect(idsOf(visit('a', '12:00'), visit('b', '14:01'))).toEqual(['a']);
  expect(idsOf(visit('b', '14:01'), visit('a', '12:00'), visit('c', '15:00'))).toEqual(['b', 'c']);
});

test('visits that overlap are one succession, those of one moment by id', () => {
  expect(idsOf(visit('b', '12:00'), visit('a', '12:00'))).toEqual(['a', 'b']);
  // A short visit within a long one does not end the succession.
  expect(idsOf(visit('a', '12:00', 240), visit('b', '12:30', 30), visit('c', '16:30'))).toEqual(['a', 'b', 'c']);
});
