import { expect, test } from 'vitest';
import { countIn, flagIn, idIn, instantIn, textIn, wordIn, wordsIn } from './known.ts';

test('an id is a UUID and nothing else', () => {
  expect(idIn('01a1fbef-87cf-76af-a137-66605c4bd237')).toBe('01a1fbef-87cf-76af-a137-66605c4bd237');
  for (const wrong of ['no-such-id', '01a1fbef87cf76afa13766605c4bd237', ' 01a1fbef-87cf-76af-a137-66605c4bd237', 7]) {
    expect(idIn(wrong)).toBeUndefined();
  }
});

test('an instant is in UTC and on the calendar', () => {
  for (const at of ['2026-11-21T05:00:00Z', '2026-11-21T05:00:00.000Z', '2026-11-21T05:00Z']) {
    expect(instantIn(at)).toBe(at);
  }
  for (const wrong of ['2026-11-21', '2026-11-21T05:00:00+03:00', '2026-13-21T05:00:00Z', 1_763_700_000_000, null]) {
    expect(instantIn(wrong)).toBeUndefined();
  }
});

test('a number or a flag of an address is text', () => {
  expect([countIn('60'), countIn(60), countIn('0'), flagIn('true'), flagIn('false'), flagIn(true)]).toEqual([
    60,
    60,
    0,
    true,
    false,
    true,
  ]);
  for (const wrong of ['', 'many', '1.5', '-1', '1e3', null, ['60']]) {
    expect([countIn(wrong), flagIn(wrong)]).toEqual([undefined, undefined]);
  }
});

test('words outside the list are undefined', () => {
  expect(wordIn(['word', 'link'], 'link')).toBe('link');
  expect(wordIn(['word', 'link'], 'toString')).toBeUndefined();
  expect(wordsIn(['word', 'link'], ['link', 'other', 3])).toEqual(['link']);
  expect(wordsIn(['word', 'link'], undefined)).toEqual([]);
  expect(textIn(['a', 'b'])).toBeUndefined();
});
