import { expect, test } from 'vitest';
import { refuseMarkup } from './content-security.ts';

test.each(['<img src=x onerror=alert(1)>', 'a < b', '</style><script>'])(
  '%s could be markup, and is refused',
  (text) => {
    expect(() => refuseMarkup(text)).toThrow(TypeError);
  },
);

test('the text of a style sheet is no markup', () => {
  const sheet = ':root{--mantine-scale: 1;}@media (min-width: 62em){.a > .b{color: red;}}';
  expect(refuseMarkup(sheet)).toBe(sheet);
});
