import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { unbroken, writtenPhone } from './phone-forms.ts';

test('a phone of the own country is written in national form, another one with its code', () => {
  expect(writtenPhone('+79161234567', 'RU')).toBe(unbroken('8 (916) 123-45-67'));
  expect(writtenPhone('+79161234567', 'BR')).toBe(unbroken('+7 916 123 45 67'));
});

test.each([
  ['+79161234567', 'RU'],
  ['+74951234567', 'RU'],
  ['+77011234567', 'KZ'],
  ['+375291234567', 'BY'],
  ['+380501234567', 'UA'],
  ['+5511912345678', 'BR'],
  ['+12015550123', 'US'],
  ['+447700900012', 'GB'],
  ['+995555123456', 'GE'],
  ['+37477123456', 'AM'],
  ['+994501234567', 'AZ'],
  ['+998912345678', 'UZ'],
  ['+996700123456', 'KG'],
  ['+37362112345', 'MD'],
  ['+905012345678', 'TR'],
  ['+972502345678', 'IL'],
  ['+971501234567', 'AE'],
  ['+48512345678', 'PL'],
  ['+35796123456', 'CY'],
] as const)('the table writes %s as the rules of all countries do', (phone, country) => {
  const parsed = parsePhoneNumberFromString(phone);
  expect(writtenPhone(phone, country)).toBe(unbroken(parsed?.formatNational() ?? ''));
  expect(writtenPhone(phone, 'DE')).toBe(unbroken(parsed?.formatInternational() ?? ''));
});

test('a phone outside the table is left to the library', () => {
  expect(writtenPhone('+4915123456789', 'DE')).toBeNull();
  expect(writtenPhone('not a phone', 'RU')).toBeNull();
});
