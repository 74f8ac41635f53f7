import { expect, test } from 'vitest';
import { smsSize } from './sms-size.ts';

test('a latin text fits 160 characters into one part and 153 into each of several', () => {
  expect(smsSize('a'.repeat(160))).toEqual({ parts: 1, used: 160, limit: 160 });
  expect(smsSize('a'.repeat(161))).toEqual({ parts: 2, used: 161, limit: 306 });
  expect(smsSize('a'.repeat(307))).toEqual({ parts: 3, used: 307, limit: 459 });
});

test('one Cyrillic letter makes the whole text cost as Unicode', () => {
  expect(smsSize('я'.repeat(70))).toEqual({ parts: 1, used: 70, limit: 70 });
  expect(smsSize(`${'a'.repeat(70)}я`)).toEqual({ parts: 2, used: 71, limit: 134 });
});

test('an emoji counts as two, and so does a bracket in a latin text', () => {
  expect(smsSize('👍').used).toBe(2);
  expect(smsSize('[ok]').used).toBe(6);
});

test('what counts as two is not cut between parts', () => {
  expect(smsSize('😀'.repeat(67))).toEqual({ parts: 3, used: 134, limit: 201 });
  expect(smsSize(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toEqual({ parts: 3, used: 306, limit: 459 });
});

test('an empty text is one part', () => {
  expect(smsSize('')).toEqual({ parts: 1, used: 0, limit: 160 });
});
