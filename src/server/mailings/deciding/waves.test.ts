import { expect, test } from 'vitest';
import { traitsOf } from '#contract/channels/kinds.ts';
import { MailingTiming } from '#contract/mailings/calls.ts';
import { dayLimitOf } from './limits.ts';
import { nextWave, type WaveQuestion } from './waves.ts';

const NOON = Temporal.Instant.from('2026-03-02T09:00:00Z');

/** Monday noon in Moscow, 10–20 h, 1,000 waiting. */
const wave = ({ timing = {}, ...change }: Partial<Omit<WaveQuestion, 'timing'>> & { timing?: object } = {}) => {
  const { nextAt, ...others } = nextWave({
    now: NOON,
    timing: MailingTiming.parse(timing),
    policy: { quietFromHour: 22, quietToHour: 8 },
    cabinetZone: 'Europe/Moscow',
    zones: [''],
    waiting: 1_000,
    room: 400,
    perDay: null,
    usedToday: 0,
    ...change,
  });
  return { nextAt: nextAt && String(nextAt), ...others };
};

test('a wave fills the room at once', () => {
  expect(wave()).toEqual({ zones: [''], count: 400, gapMs: 0, nextAt: null, heldBy: null });
});

test('the end of the hours is excluded', () => {
  const closed = { count: 0, nextAt: '2026-03-03T07:00:00Z', heldBy: 'send_window' };
  expect(wave({ now: Temporal.Instant.from('2026-03-02T17:00:00Z') })).toMatchObject(closed);
});

test('a day of the week that is not chosen waits for the next one', () => {
  expect(wave({ timing: { daysOfWeek: [3] } })).toMatchObject({ nextAt: '2026-03-04T07:00:00Z', heldBy: 'weekday' });
});

test('a daily limit that is used up waits for the next day', () => {
  expect(wave({ perDay: 300, usedToday: 250 })).toMatchObject({ count: 50 });
  const waits = { count: 0, nextAt: '2026-03-03T07:00:00Z', heldBy: 'daily_limit' };
  expect(wave({ perDay: 300, usedToday: 300 })).toMatchObject(waits);
});

test('spread messages are planned ten minutes ahead, evenly over the remaining hours', () => {
  const spread = wave({ timing: { isSpread: true }, waiting: 480 });
  expect(spread).toMatchObject({ count: 10, gapMs: 60_000, nextAt: '2026-03-02T09:10:00Z' });
});

test('by their own zones only those are sent to whose hours are open', () => {
  const zones = ['', 'America/Sao_Paulo', 'Asia/Tokyo'];
  expect(wave({ zones, timing: { isInContactZone: true } })).toMatchObject({ zones: ['', 'Asia/Tokyo'] });
  expect(wave({ zones: ['America/Sao_Paulo'], timing: { isInContactZone: true } })).toMatchObject({
    count: 0,
    nextAt: '2026-03-02T13:00:00Z',
  });
  expect(wave({ zones })).toMatchObject({ zones });
});

test('the daily limit is that of the owner or of the channels together, whichever is lower', () => {
  const official = { traits: traitsOf('dialog360'), dailyCap: null, peoplePerDay: null, portfolio: null };
  const unofficial = { ...official, traits: { mailingsPerDay: 300 } };
  expect(dayLimitOf(null, [official])).toBeNull();
  expect(dayLimitOf(null, [unofficial])).toBe(300);
  expect(dayLimitOf(100, [unofficial, unofficial])).toBe(100);
  expect(dayLimitOf(1_000, [unofficial, unofficial])).toBe(600);
  expect(dayLimitOf(1_000, [unofficial, official])).toBe(1_000);
  expect(dayLimitOf(null, [unofficial, { ...official, dailyCap: 50 }])).toBe(350);
});

test('numbers of one portfolio share the limit of people, and others have their own', () => {
  const number = { traits: traitsOf('dialog360'), dailyCap: null, peoplePerDay: 250, portfolio: 'one' };
  expect(dayLimitOf(null, [number, number])).toBe(250);
  expect(dayLimitOf(null, [number, { ...number, portfolio: 'other', peoplePerDay: 2_000 }])).toBe(2_250);
  expect(dayLimitOf(null, [{ ...number, dailyCap: 20 }, number])).toBe(250);
  expect(dayLimitOf(null, [number, { ...number, portfolio: null, peoplePerDay: null }])).toBeNull();
});
