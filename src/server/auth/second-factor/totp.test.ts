import { expect, test } from 'vitest';
import { acceptedStep, otpauthUri, stepAt, toBase32, totpCode } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

// RFC 6238, appendix B: the last 6 of its 8 digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(totpCode(SECRET, stepAt(seconds * 1000))).toBe(code);
});

const present = 1000;
const codeOf = (step: number) => totpCode(SECRET, step);

test.each([
  ['the present code', codeOf(1000), 0, 1000],
  ['one of a phone that is a step behind', codeOf(999), 0, 999],
  ['one of a phone that is a step ahead', codeOf(1001), 0, 1001],
  ['one with a space', `${codeOf(1000).slice(0, 3)} ${codeOf(1000).slice(3)}`, 0, 1000],
  ['one two steps old', codeOf(998), 0, null],
  ['one that was used', codeOf(1000), 1000, null],
  ['one older than the one that was used', codeOf(999), 1000, null],
  ['letters', 'abcdef', 0, null],
  ['too few digits', codeOf(1000).slice(1), 0, null],
])('%s', (_, code, lastStep, step) => {
  expect(acceptedStep(SECRET, code, { present, lastStep })).toBe(step);
});

test('a secret of 20 bytes has 32 letters', () => {
  expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(toBase32(Buffer.from('f'))).toBe('MY');
});

test('the address for the QR code names product and e-mail', () => {
  expect(otpauthUri({ product: 'Front desk', email: 'anna@salon.example', secret: Buffer.from('foobar') })).toBe(
    'otpauth://totp/Front%20desk:anna%40salon.example?secret=MZXW6YTBOI&issuer=Front%20desk',
  );
});
