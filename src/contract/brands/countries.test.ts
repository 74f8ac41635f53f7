import { expect, test } from 'vitest';
import { isYclientsCountry } from './countries.ts';

test('Russia, Belarus and no country use YCLIENTS, all others Altegio', () => {
  expect([0, 1, 3].map(isYclientsCountry)).toEqual([true, true, true]);
  expect([4, 8, 55].map(isYclientsCountry)).toEqual([false, false, false]);
});
