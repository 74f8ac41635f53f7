import { expect, test } from 'vitest';
import { isInn, isKpp } from './tax-ids.ts';

test.each(['7707083893', '7736050003', '500100732259'])('%s is an INN', (text) => {
  expect(isInn(text)).toBe(true);
});

test.each(['7707083894', '500100732258', '500100732269', '770708389', '77070838931', '77O7083893', ''])(
  '%j is no INN',
  (text) => {
    expect(isInn(text)).toBe(false);
  },
);

test('a KPP has nine characters, of which the fifth and sixth may be letters', () => {
  expect(['773601001', '7736AB001', '77360100', '77360100A', ''].map(isKpp)).toEqual([true, true, false, false, false]);
});
