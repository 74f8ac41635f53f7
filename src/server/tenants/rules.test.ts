import { expect, test } from 'vitest';
import { currencyOf, customerLanguageOf, normalisePhone, readPhones } from './rules.ts';

test.each([
  ['8 (916) 123-45-67', 1, '+79161234567'],
  ['89161234567', 0, '+79161234567'],
  ['+7 916 123-45-67', 55, '+79161234567'],
  ['9161234567', 1, '+79161234567'],
  ['79161234567', 1, '+79161234567'],
  ['0079161234567', 1, '+79161234567'],
  ['380501112233', 1, '+380501112233'],
  ['0501112233', 4, '+380501112233'],
  ['375291112233', 'RU', '+375291112233'],
  ['79161234567', 'BR', '+79161234567'],
  ['11 91234-5678', 55, '+5511912345678'],
  ['5511912345678', 1, '+5511912345678'],
  ['5511912345678', 55, '+5511912345678'],
  ['011 91234-5678', 55, '+5511912345678'],
  ['0 15 11 91234-5678', 55, '+5511912345678'],
  ['+55 (011) 91234-5678', 55, '+5511912345678'],
  ['(55) 99123-4567', 55, '+5555991234567'],
  ['11 8123-4567', 55, '+551181234567'],
  ['015 11 8123-4567', 55, '+551181234567'],
  ['(021) 3333-4444', 55, '+552133334444'],
  ['(050) 111-22-33', 4, '+380501112233'],
  ['50 111 22 33', 4, '+380501112233'],
  ['380501112233', 4, '+380501112233'],
  ['38 050 111 22 33', 4, '+380501112233'],
  ['+38 (0) 50 111 22 33', 4, '+380501112233'],
  ['87011234567', 8, '+77011234567'],
  ['8 916 123 45 67 доб. 12', 1, '+79161234567'],
])('%s in country %s is %s', (text, country, phone) => {
  expect(normalisePhone(text, country)).toBe(phone);
});

test.each(['', '12345', 'abc', '+7', '+++', '8916123456789012345', 'call me', '+375 29 123 45 678', '+7916123456'])(
  '"%s" is no phone',
  (text) => {
    expect(normalisePhone(text, 1)).toBeNull();
  },
);

test('an unknown country is read as Russia', () => {
  expect(normalisePhone('89161234567', 99_999)).toBe('+79161234567');
  expect(normalisePhone('89161234567', 'XX')).toBe('+79161234567');
});

test('a list of phones may be divided by commas, semicolons or lines; what cannot be read is named', () => {
  expect(readPhones('89161234567, +7 916 123-45-68;\n89161234567\n\nnonsense, 12', 1)).toEqual({
    phones: ['+79161234567', '+79161234568'],
    wrong: ['nonsense', '12'],
  });
  expect(readPhones(' \n, ', 1)).toEqual({ phones: [], wrong: [] });
});

test('a country brings its currency and the language its customers read', () => {
  expect([currencyOf(55), customerLanguageOf(55)]).toEqual(['BRL', 'pt_br']);
  expect([currencyOf(4), customerLanguageOf(4)]).toEqual(['UAH', 'uk']);
  expect([currencyOf(0), customerLanguageOf(0)]).toEqual(['RUB', 'ru']);
  expect(customerLanguageOf('GB')).toBe('en');
});
