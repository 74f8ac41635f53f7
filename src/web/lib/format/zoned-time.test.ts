import { expect, test } from 'vitest';
import { instantOf } from './zoned-time.ts';

test.each([
  ['2026-11-23', '10:00', 'Europe/Moscow', '2026-11-23T07:00:00.000Z'],
  ['2026-11-23', '00:30', 'Asia/Yekaterinburg', '2026-11-22T19:30:00.000Z'],
  ['2026-07-01', '10:00', 'Europe/Lisbon', '2026-07-01T09:00:00.000Z'],
  ['2026-12-01', '10:00', 'Europe/Lisbon', '2026-12-01T10:00:00.000Z'],
  ['2026-03-29', '12:00', 'Europe/Kyiv', '2026-03-29T09:00:00.000Z'],
  ['2026-11-23', '10:00', 'America/Sao_Paulo', '2026-11-23T13:00:00.000Z'],
])('%s %s in %s is %s', (day, time, zone, instant) => {
  expect(instantOf(day, time, zone)).toBe(instant);
});

test('an incomplete day or time is no instant', () => {
  expect(instantOf('', '10:00', 'Europe/Moscow')).toBeNull();
  expect(instantOf('2026-11-23', '', 'Europe/Moscow')).toBeNull();
});
