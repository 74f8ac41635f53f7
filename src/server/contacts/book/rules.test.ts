import { expect, test } from 'vitest';
import { ChannelId } from '#contract/channels/calls.ts';
import {
  covers,
  isBirthdayNear,
  storedBirthDate,
  languageOf,
  likelyLanguage,
  maskPhone,
  searchTexts,
} from './rules.ts';

const [one, other] = [
  ChannelId.parse('00000000-0000-4000-8000-000000000001'),
  ChannelId.parse('00000000-0000-4000-8000-000000000002'),
];

test('an entry for every channel and everything covers any other', () => {
  const all = { channelId: null, scope: 'all' } as const;
  expect(covers(all, { channelId: one, scope: 'marketing' })).toBe(true);
  expect(covers(all, all)).toBe(true);
});

test('an entry for one channel, or for marketing alone, covers no more than that', () => {
  expect(covers({ channelId: one, scope: 'all' }, { channelId: one, scope: 'marketing' })).toBe(true);
  expect(covers({ channelId: one, scope: 'all' }, { channelId: other, scope: 'all' })).toBe(false);
  expect(covers({ channelId: one, scope: 'all' }, { channelId: null, scope: 'all' })).toBe(false);
  expect(covers({ channelId: null, scope: 'marketing' }, { channelId: null, scope: 'all' })).toBe(false);
});

test.each([
  ['ru', 'ru'],
  ['pt-br', 'pt_br'],
  ['pt', 'pt_br'],
  ['EN-us', 'en'],
  ['uk', 'uk'],
  ['de', null],
  [null, null],
])('an app that says %s speaks %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

test.each([
  ['+79161231122', '+7 ••• •••-11-22'],
  ['+380501112233', '+380 ••• •••-22-33'],
  ['+5511912345678', '+55 ••• •••-56-78'],
])('%s is shown to a stranger as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});

test('digits search for a phone, and a leading 8 also means +7', () => {
  expect(searchTexts('916 123-45')).toEqual(['916 123-45', '91612345']);
  expect(searchTexts('91612345')).toEqual(['91612345']);
  expect(searchTexts('8 (916)')).toEqual(['8 (916)', '8916', '\n+7916']);
  expect(searchTexts('+')).toEqual(['+']);
  expect(searchTexts('551187651100')).toEqual(['551187651100', '\n+5511987651100']);
});

test('a search for a name ignores case', () => {
  expect(searchTexts(' Anna 2 ')).toEqual(['anna 2']);
});

test('the default language of a contact follows the country of the phone', () => {
  const phones = ['+5511912345678', '+380501234567', '+79161234567', '+447700900012', '+4915112345678', null];
  expect(phones.map(likelyLanguage)).toEqual(['pt_br', 'uk', 'ru', 'en', null, null]);
});

test.each([
  ['1990-05-14', '1990-05-14'],
  ['0000-05-14', '1904-05-14'],
  ['0004-02-29', '1904-02-29'],
  ['0001-01-01', null],
])('a birthday that is told as %s is kept as %s', (reported, stored) => {
  expect(storedBirthDate(reported)).toBe(stored);
});

test.each([
  ['1990-03-19', true],
  ['1990-03-20', false],
  ['1990-02-13', true],
  ['1990-02-12', false],
])('on 2 March a birthday of %s is near: %s', (birthDate, isNear) => {
  expect(isBirthdayNear(birthDate, Temporal.Instant.from('2026-03-02T09:00:00Z'))).toBe(isNear);
});

test('a birthday at the turn of the year is near on both sides of it', () => {
  expect(isBirthdayNear('1990-01-02', Temporal.Instant.from('2026-12-30T09:00:00Z'))).toBe(true);
  expect(isBirthdayNear('1990-12-30', Temporal.Instant.from('2026-01-02T09:00:00Z'))).toBe(true);
});
