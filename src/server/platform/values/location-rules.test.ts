import { expect, test } from 'vitest';
import { asLocation } from './location-rules.ts';

test.each([
  'https://example.com?x=a%20b+c;d&&e=#part?y=%zz',
  "https://example.com/a//b/../c'(d)!$,[e]|{f}^`~@:",
  '../../widget/404',
])('%s stays as it is', (address) => {
  expect(asLocation(address)).toBe(address);
});

test.each([
  ['https://example.com/цены?q=a b', 'https://example.com/%D1%86%D0%B5%D0%BD%D1%8B?q=a%20b'],
  ['https://салон.рф/a%20б#ц', 'https://xn--80awgdm.xn--p1ai/a%20%D0%B1#%D1%86'],
  ['https://example.com/\uD800', 'https://example.com/%EF%BF%BD'],
  ['widget/цены', 'widget/%D1%86%D0%B5%D0%BD%D1%8B'],
])('of %s only what is not ASCII is encoded', (address, location) => {
  expect(asLocation(address)).toBe(location);
});
