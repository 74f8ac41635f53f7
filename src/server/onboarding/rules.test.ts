import { expect, test } from 'vitest';
import { BranchId } from '#contract/connections/calls.ts';
import { dayAround, homeZone } from './rules.ts';

test('a day is the day of the given zone, not of the machine', () => {
  const day = dayAround(Temporal.Instant.from('2026-11-20T22:30:00Z'), 'Europe/Moscow'); // 01:30 on the 21st there
  expect(String(day.from)).toBe('2026-11-20T21:00:00Z');
  expect(String(day.to)).toBe('2026-11-21T21:00:00Z');
});

test('the day the clocks go back has 25 hours', () => {
  const { from, to } = dayAround(Temporal.Instant.from('2026-10-25T12:00:00Z'), 'Europe/Berlin');
  expect(from.until(to).total('hours')).toBe(25);
});

const branch = (timeZone: string, isActive = true) => ({
  id: BranchId.parse(crypto.randomUUID()),
  timeZone,
  isActive,
});

test("Home shows the branches' day when they share one, and the cabinet's when they do not", () => {
  expect(homeZone([], 'Europe/Moscow')).toBe('Europe/Moscow');
  expect(homeZone([branch('Asia/Omsk'), branch('Asia/Omsk')], 'Europe/Moscow')).toBe('Asia/Omsk');
  expect(homeZone([branch('Asia/Omsk'), branch('Europe/Kyiv', false)], 'Europe/Moscow')).toBe('Asia/Omsk');
  expect(homeZone([branch('Asia/Omsk'), branch('Europe/Kyiv')], 'Europe/Moscow')).toBe('Europe/Moscow');
});

test('the day of a chosen branch is its own', () => {
  const [omsk, kyiv] = [branch('Asia/Omsk'), branch('Europe/Kyiv')];
  expect(homeZone([omsk, kyiv], 'Europe/Moscow', kyiv.id)).toBe('Europe/Kyiv');
});
