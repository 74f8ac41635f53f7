import { expect, test } from 'vitest';
import { csvOf, daysAsked, spentIn, visitedPercent } from './conversion-data.ts';

test('the days are those of the address, or as many as suit the stretches, and never backwards', () => {
  const nothing = { from: undefined, to: undefined };
  expect(daysAsked({ ...nothing, by: 'day' }, '2026-03-31')).toEqual({ from: '2026-03-02', to: '2026-03-31' });
  expect(daysAsked({ ...nothing, by: 'month' }, '2026-03-31').from).toBe('2025-04-01');
  expect(daysAsked({ from: '2026-02-01', to: '2026-01-01', by: 'week' }, '2026-03-31')).toEqual({
    from: '2026-01-01',
    to: '2026-02-01',
  });
});

test('a share is of those written to, and of nobody nothing', () => {
  expect(visitedPercent({ sent: 3, visited: 2 })).toBe(66.7);
  expect(visitedPercent({ sent: 0, visited: 0 })).toBe(0);
});

test('a table is a file that keeps what is in its cells', () => {
  expect(
    csvOf([
      ['Когда', 'a;b'],
      ['say "yes"', 12.5],
    ]),
  ).toBe('\uFEFFКогда;"a;b"\r\n"say ""yes""";12.5\r\n');
});

test('money is in whole units of its currency', () => {
  const spent = [{ amountMinor: 250_050, currency: 'RUB' }];
  expect([spentIn({ spent }, 'RUB'), spentIn({ spent }, 'KZT')]).toEqual([2500.5, 0]);
});
