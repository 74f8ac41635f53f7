import { expect, test } from 'vitest';
import { typedOrigin } from './typed-origin.ts';

test('what is typed as a site becomes its origin', () => {
  expect(typedOrigin(' salon.ru/contacts ')).toBe('https://salon.ru');
  expect(typedOrigin('http://localhost:3000')).toBe('http://localhost:3000');
  expect(typedOrigin('https://салон.рф')).toBe('https://xn--80awgdm.xn--p1ai');
  for (const typed of ['', 'a b', "https://a;script-src'", 'https://*', 'javascript:alert(1)'])
    expect(typedOrigin(typed), typed).toBeNull();
});
