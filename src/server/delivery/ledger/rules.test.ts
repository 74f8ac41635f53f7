import {
  evaluateContactPolicy,
  DEFAULT_CONTACT_POLICY,
  type PolicyQuestion,
  quietUntil,
} from '#server/policy/rules.ts';
import { expect, test } from 'vitest';
import { ChannelId } from '#contract/channels/calls.ts';
import { valuesToKeep } from './rules.ts';

const CHANNEL = ChannelId.parse('00000000-0000-7000-8000-000000000001');
const OTHER = ChannelId.parse('00000000-0000-7000-8000-000000000002');
const at = Temporal.Instant.from;

const evaluate = (changes: Partial<PolicyQuestion>) =>
  evaluateContactPolicy(DEFAULT_CONTACT_POLICY, {
    urgency: 'reminder',
    at: at('2026-03-02T09:00:00Z'), // noon in Moscow
    useBy: null,
    timeZone: 'Europe/Moscow',
    channelId: CHANNEL,
    optOuts: [],
    refusesMailings: false,
    frequency: { marketingAt: [], ahead: [], otherAt: [] },
    ...changes,
  });

test('by day nothing is held', () => {
  expect(evaluate({})).toEqual({ kind: 'allow' });
  expect(evaluate({ urgency: 'marketing' })).toEqual({ kind: 'allow' });
});

test('at night marketing waits for the contact’s morning, not the server’s', () => {
  const night = at('2026-03-02T20:30:00Z'); // 23:30 in Moscow, 01:30 in Yekaterinburg
  expect(evaluate({ urgency: 'marketing', at: night })).toEqual({
    kind: 'wait',
    rule: 'quiet_hours',
    until: at('2026-03-03T05:00:00Z'),
    compared: { localTime: '23:30', timeZone: 'Europe/Moscow', quietFromHour: 22, quietToHour: 8 },
  });
  expect(evaluate({ urgency: 'marketing', at: night, timeZone: 'Asia/Yekaterinburg' })).toMatchObject({
    until: at('2026-03-03T03:00:00Z'),
  });
});

test('a reminder two hours before an early visit is sent in quiet hours', () => {
  // The visit is at 9:00 in Moscow, the reminder at 7:00; at 8:00 only an hour would be left.
  const early = { at: at('2026-03-02T04:00:00Z'), useBy: at('2026-03-02T06:00:00Z') };
  expect(evaluate(early)).toEqual({ kind: 'allow' });
});

test('a reminder a day before a late visit waits for the morning', () => {
  // The visit is at 23:30 in Moscow on the 3rd.
  const late = { at: at('2026-03-02T20:30:00Z'), useBy: at('2026-03-03T20:30:00Z') };
  expect(evaluate(late)).toMatchObject({ kind: 'wait', until: at('2026-03-03T05:00:00Z') });
});

test('a reminder waits for the morning when three hours are left then, and leaves when less is', () => {
  // Quiet hours end at 8:00 in Moscow.
  const before = (useBy: string) => evaluate({ at: at('2026-03-02T04:00:00Z'), useBy: at(useBy) });
  expect(before('2026-03-02T08:00:00Z')).toMatchObject({ kind: 'wait', until: at('2026-03-02T05:00:00Z') });
  expect(before('2026-03-02T07:59:59Z')).toEqual({ kind: 'allow' });
});

test('a notice about a visit is sent at once, day or night', () => {
  expect(evaluate({ urgency: 'notice', at: at('2026-03-02T20:30:00Z') })).toEqual({ kind: 'allow' });
});

test('an opt-out stops everything but answers', () => {
  const optOuts = [{ channelId: null, scope: 'all' as const }];
  expect(evaluate({ urgency: 'reminder', optOuts })).toMatchObject({ kind: 'refuse', rule: 'opted_out' });
  expect(evaluate({ urgency: 'notice', optOuts })).toMatchObject({ kind: 'refuse', rule: 'opted_out' });
  expect(evaluate({ urgency: 'answer', optOuts })).toEqual({ kind: 'allow' });
});

test('an opt-out from marketing, or of another channel, lets reminders pass', () => {
  expect(evaluate({ optOuts: [{ channelId: null, scope: 'marketing' }] })).toEqual({ kind: 'allow' });
  expect(evaluate({ optOuts: [{ channelId: OTHER, scope: 'all' }] })).toEqual({ kind: 'allow' });
  expect(evaluate({ urgency: 'marketing', optOuts: [{ channelId: CHANNEL, scope: 'marketing' }] })).toMatchObject({
    rule: 'opted_out',
  });
});

test('the frequency cap counts marketing of the last days alone', () => {
  const sent = ['2026-03-01', '2026-02-28', '2026-02-27', '2026-02-26'].map((day) => at(`${day}T10:00:00Z`));
  const frequency = (marketingAt: Temporal.Instant[]) => ({
    frequency: { marketingAt, ahead: [], otherAt: [at('2026-03-01T11:00:00Z'), at('2026-02-01T11:00:00Z')] },
  });
  const useBy = at('2026-03-05T09:00:00Z');
  expect(evaluate({ urgency: 'marketing', useBy, ...frequency(sent) })).toEqual({
    kind: 'refuse',
    rule: 'marketing_budget',
    compared: { sent: 4, limit: 4, days: 7, transactional: 1, useBy: '2026-03-05T09:00:00Z' },
  });
  expect(evaluate({ urgency: 'marketing', ...frequency(sent.slice(1)) })).toEqual({ kind: 'allow' });
  expect(evaluate({ urgency: 'marketing', ...frequency([...sent.slice(1), at('2026-02-20T10:00:00Z')]) })).toEqual({
    kind: 'allow',
  });
  expect(evaluate({ urgency: 'reminder', ...frequency(sent) })).toEqual({ kind: 'allow' });
});

test('a marketing message waits for the frequency cap while it is of use', () => {
  const marketingAt = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'].map((day) => at(`${day}T08:00:00Z`));
  const frequency = { marketingAt, ahead: [], otherAt: [] };
  const until = at('2026-03-06T08:00:00Z');
  expect(evaluate({ urgency: 'marketing', frequency, useBy: at('2026-03-06T09:00:00Z') })).toMatchObject({
    kind: 'wait',
    rule: 'marketing_budget',
    until,
  });
  expect(evaluate({ urgency: 'marketing', frequency, useBy: until })).toMatchObject({ kind: 'refuse' });
  expect(evaluate({ urgency: 'marketing', frequency, at: until })).toEqual({ kind: 'allow' });
});

test('a contact whose booking system refuses mailings gets none', () => {
  expect(evaluate({ urgency: 'marketing', refusesMailings: true })).toMatchObject({ rule: 'refuses_mailings' });
  expect(evaluate({ urgency: 'notice', refusesMailings: true })).toEqual({ kind: 'allow' });
});

test.each([
  ['the evening begins on the hour', [22, 8], '2026-03-02T19:00:00Z', '2026-03-03T05:00:00Z'],
  ['the last minute before the evening is free', [22, 8], '2026-03-02T18:59:59Z', null],
  ['the morning begins on the hour', [22, 8], '2026-03-02T05:00:00Z', null],
  ['after midnight the same morning ends it', [22, 8], '2026-03-02T01:00:00Z', '2026-03-02T05:00:00Z'],
  ['quiet hours may lie within a day', [13, 15], '2026-03-02T11:30:00Z', '2026-03-02T12:00:00Z'],
  ['equal hours are no quiet hours', [8, 8], '2026-03-02T05:30:00Z', null],
])('%s', (_, [quietFromHour = 0, quietToHour = 0], now, until) => {
  const found = quietUntil({ quietFromHour, quietToHour }, at(now), 'Europe/Moscow');
  expect(found && String(found)).toBe(until);
});

test('where daylight saving skips the end of quiet hours, they end after the gap', () => {
  // Berlin, 29 March 2026: 02:00 becomes 03:00.
  const found = quietUntil({ quietFromHour: 22, quietToHour: 2 }, at('2026-03-29T00:30:00Z'), 'Europe/Berlin');
  expect(String(found)).toBe('2026-03-29T01:00:00Z');
});

test('a night that is an hour longer is quiet an hour longer', () => {
  // Berlin, 25 October 2026: 03:00 becomes 02:00.
  const found = quietUntil({ quietFromHour: 22, quietToHour: 8 }, at('2026-10-24T21:00:00Z'), 'Europe/Berlin');
  expect(String(found)).toBe('2026-10-25T07:00:00Z');
});

test('a decision stores its compared values, but not those stored elsewhere or empty', () => {
  const compared = {
    wantedAt: '2026-03-02T09:00:00Z',
    timeZone: 'Europe/Moscow',
    limit: 0,
    heldBy: undefined,
    text: '',
  };
  expect(valuesToKeep(compared)).toEqual({ wantedAt: '2026-03-02T09:00:00Z', limit: 0 });
});

test.each([
  // Berlin, 29 March 2026: 02:00 becomes 03:00. The night is an hour shorter.
  ['a night that is an hour shorter is quiet an hour less', '2026-03-28T21:00:00Z', '2026-03-29T06:00:00Z'],
  ['the hour that the clock shows twice is quiet both times', '2026-10-25T01:30:00Z', '2026-10-25T07:00:00Z'],
  ['the evening of that day begins by the new clock', '2026-10-25T20:59:00Z', null],
  ['and is quiet from its hour on', '2026-10-25T21:00:00Z', '2026-10-26T07:00:00Z'],
])('%s', (_, now, until) => {
  const found = quietUntil({ quietFromHour: 22, quietToHour: 8 }, at(now), 'Europe/Berlin');
  expect(found && String(found)).toBe(until);
});

test('quiet hours that end in a repeated hour end at its first occurrence, and do not begin again', () => {
  // Berlin, 25 October 2026: 02:00 to 03:00 is shown twice, from 00:00Z and from 01:00Z.
  const hours = { quietFromHour: 22, quietToHour: 2 };
  expect(String(quietUntil(hours, at('2026-10-24T22:30:00Z'), 'Europe/Berlin'))).toBe('2026-10-25T00:00:00Z');
  expect(quietUntil(hours, at('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toBeNull();
});

test('quiet hours begin and end at whole local hours in a zone with a fractional offset', () => {
  // Kathmandu is 5:45 ahead.
  const found = quietUntil({ quietFromHour: 22, quietToHour: 8 }, at('2026-03-02T17:00:00Z'), 'Asia/Kathmandu');
  expect(String(found)).toBe('2026-03-03T02:15:00Z');
});
