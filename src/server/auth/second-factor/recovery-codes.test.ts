import { expect, test } from 'vitest';
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

test('ten codes are different, and each is read as it is shown', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(readRecoveryCode(code)).toBe(code.replace('-', ''));
});

test.each([
  ['small letters and a space', '7kq2m 9xwpa', '7KQ2M9XWPA'],
  ['letters for digits', 'OIL23-45678', '0112345678'],
  ['six digits of the app', '123456', null],
  ['other letters', '7KQ2M-9XWPЯ', null],
])('%s', (_, typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code);
});
