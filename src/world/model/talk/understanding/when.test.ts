import { expect, test } from 'vitest';
import { readWhen } from './when.ts';

/** A Monday. */
const NOW = { day: '2026-11-30', minutes: 660 };

test.each([
  ['завтра в 15:00', '2026-12-01 15:00'],
  ['запиши на 5 декабря в 17', '2026-12-05 17:00'],
  ['послезавтра вечером', '2026-12-02 evening'],
  ['в субботу после обеда', '2026-12-05 afternoon'],
  ['на следующей неделе', '2026-12-07'],
  ['через 3 дня', '2026-12-03'],
  ['30.12 в 15.30', '2026-12-30 15:30'],
  ['3 января', '2027-01-03'],
  ['к двум', '14:00'],
  ['на полтретьего', '14:30'],
  ['в 9 утра', '09:00'],
  ['в 7 вечера', '19:00'],
  ['добрый день', ''],
  ['нас будет 2 человека', ''],
  ['tomorrow at 3pm', '2026-12-01 15:00'],
  ['at half past two', '14:30'],
  ['on the 5th in the morning', '2026-12-05 morning'],
  ['next tuesday', '2026-12-08'],
  ['good afternoon', ''],
  ['amanhã de manhã', '2026-12-01 morning'],
  ['dia 5 às 14h30', '2026-12-05 14:30'],
  ['segunda-feira às 9', '2026-12-07 09:00'],
  ['завтра о п’ятій', '2026-12-01 17:00'],
  ['у п’ятницю зранку', '2026-12-04 morning'],
])('%s', (text, expected) => {
  const { day, time, part } = readWhen(text, NOW);
  expect([day, time, part].filter(Boolean).join(' ')).toBe(expected);
});

test('a bound is no time by itself', () => {
  expect(readWhen('после пяти', NOW)).toMatchObject({ time: '17:00', bound: 'after' });
  expect(readWhen('before 12', NOW)).toMatchObject({ time: '12:00', bound: 'before' });
  expect(readWhen('в пять', NOW)).toMatchObject({ time: '17:00', bound: null });
});
