import { expect, test } from 'vitest';
import { containsPhone } from './phone-rules.ts';

test.each([
  ['мой номер +7 (916) 123-45-00', true],
  ['8 916 123 45 00', true],
  ['9161234500, Белла', true],
  ['звоните 916.123.45.00 после шести', true],
  ['+7 916 123-45-01', false],
  ['в 15:00, заказ 9161', false],
  ['', false],
])('a phone of the contact stands in %j: %s', (contactTexts, isThere) => {
  expect(containsPhone(contactTexts, '+79161234500')).toBe(isThere);
});
