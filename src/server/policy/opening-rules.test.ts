import { expect, test } from 'vitest';
import { nextOpening } from './opening-rules.ts';

const at = (text: string) => Temporal.Instant.from(text);
const opening = (wanted: string, window: [number, number], timeZone: string, weekdays: number[] = []) => {
  const found = nextOpening(at(wanted), { window: { startHour: window[0], endHour: window[1] }, weekdays }, timeZone);
  return { at: String(found.at), rule: found.rule };
};

test('a message within the window leaves at once', () => {
  expect(opening('2026-03-02T08:00:00Z', [9, 21], 'Europe/Moscow')).toEqual({ at: '2026-03-02T08:00:00Z', rule: null });
});

test('a message before the window waits for its first hour', () => {
  const found = { at: '2026-03-02T06:00:00Z', rule: 'send_window' };
  expect(opening('2026-03-02T03:30:00Z', [9, 21], 'Europe/Moscow')).toEqual(found);
});

test('the end of the window is excluded: what comes then waits for the morning', () => {
  const found = { at: '2026-03-03T06:00:00Z', rule: 'send_window' };
  expect(opening('2026-03-02T18:00:00Z', [9, 21], 'Europe/Moscow')).toEqual(found);
});

test('a message on a day that is not chosen waits for the first that is', () => {
  // Saturday noon in Moscow, and only Mondays and Tuesdays are open
  const found = { at: '2026-03-02T06:00:00Z', rule: 'weekday' };
  expect(opening('2026-02-28T09:00:00Z', [9, 21], 'Europe/Moscow', [1, 2])).toEqual(found);
});

test('the weekday is the one of the zone, not of UTC', () => {
  // Monday 01:00 in Vladivostok is still Sunday in UTC
  expect(opening('2026-03-01T15:00:00Z', [0, 24], 'Asia/Vladivostok', [1]).rule).toBeNull();
  expect(opening('2026-03-01T15:00:00Z', [0, 24], 'UTC', [1])).toEqual({ at: '2026-03-02T00:00:00Z', rule: 'weekday' });
});

test('a window whose first hour is skipped by a clock change opens after it', () => {
  // Berlin, 29 March 2026: 01:59 is followed by 03:00
  expect(opening('2026-03-28T23:30:00Z', [2, 5], 'Europe/Berlin').at).toBe('2026-03-29T01:00:00Z');
});

test('a window that lies wholly in a leap opens on the day after', () => {
  expect(opening('2026-03-28T23:30:00Z', [2, 3], 'Europe/Berlin').at).toBe('2026-03-30T00:00:00Z');
});

test('an hour the clock shows twice opens at its first showing', () => {
  // Berlin, 25 October 2026: 02:59 is followed by 02:00
  expect(opening('2026-10-24T22:30:00Z', [2, 5], 'Europe/Berlin').at).toBe('2026-10-25T00:00:00Z');
});

test('a clock turned back two hours into an open window opens it again', () => {
  // Troll station, 25 October 2026: 02:59 is followed by 01:00
  expect(opening('2026-10-25T00:30:00Z', [0, 2], 'Antarctica/Troll').at).toBe('2026-10-25T01:00:00Z');
});

test('zones of half and quarter hours open at their own hour', () => {
  expect(opening('2026-03-02T00:00:00Z', [9, 21], 'Asia/Kolkata').at).toBe('2026-03-02T03:30:00Z');
  expect(opening('2026-03-02T00:00:00Z', [9, 21], 'Asia/Kathmandu').at).toBe('2026-03-02T03:15:00Z');
});
