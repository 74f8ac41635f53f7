import { expect, test } from 'vitest';
import { csvOf } from '#web/lib/pages/table-file.ts';
import { requestedDays, spentIn, visitedPercent } from './conversion-data.ts';

test('the days are those of the address, or as many as suit the stretches, and never backwards', () => {
  const nothing = { from: undefined, to: undefined };
  expect(requestedDays({ ...nothing, by: 'day' }, '2026-03-31')).toEqual({ from: '2026-03-02', to: '2026-03-31' });
  expect(requestedDays({ ...nothing, by: 'month' }, '2026-03-31').from).toBe('2025-04-01');
  expect(requestedDays({ from: '2026-02-01', to: '2026-01-01', by: 'week' }, '2026-03-31')).toEqual({
    from: '2026-01-01',
    to: '2026-02-01',
  });
});

test('a share is of contacts messaged, and empty without any', () => {
  expect(visitedPercent({ sent: 3, visited: 2 })).toBe(66.7);
  expect(visitedPercent({ sent: 0, visited: 0 })).toBe(0);
});

test('a table is exported with the contents of its cells', () => {
  expect(
    csvOf([
      ['Когда', 'a;b'],
      ['say "yes"', 12.5],
    ]),
  ).toBe('\uFEFFКогда;"a;b"\r\n"say ""yes""";12.5\r\n');
  expect(csvOf([['＝1', ' =1', '=1,2', -5]])).toBe(`\uFEFF'＝1;' =1;"'=1,2";-5\r\n`);
});

test('money is in whole units of its currency', () => {
  const spent = [{ amountMinor: 250_050, currency: 'RUB' }];
  expect([spentIn({ spent }, 'RUB'), spentIn({ spent }, 'KZT')]).toEqual([2500.5, 0]);
});
