import { expect, test } from 'vitest';
import { MailingAudience } from '#contract/mailings/calls.ts';
import { audienceOf, isUnchosen, WAYS, wayOf } from './audience-ways.ts';

test.each(['segment', 'list', 'mailing'] as const)(
  'an audience by a %s that is not chosen yet is refused, and is never all contacts',
  (way) => {
    const audience = audienceOf(way);
    expect(isUnchosen(audience)).toBe(true);
    expect(MailingAudience.safeParse(audience).success).toBe(false);
  },
);

test('each way is read from the audience it makes', () => {
  expect(WAYS.filter((way) => way !== 'conditions').map((way) => wayOf(audienceOf(way)))).toEqual([
    'all',
    'segment',
    'list',
    'mailing',
  ]);
  const chosen = audienceOf('segment', '01a214fd-6e63-70c2-a12d-6f9b25b63642');
  expect([isUnchosen(chosen), MailingAudience.safeParse(chosen).success]).toEqual([false, true]);
});
