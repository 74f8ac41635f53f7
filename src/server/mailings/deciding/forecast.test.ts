import { expect, test } from 'vitest';
import { MailingTiming } from '#contract/mailings/calls.ts';
import { type ForecastQuestion, forecastMailing } from './forecast.ts';

const MONDAY_NOON = Temporal.Instant.from('2026-03-02T09:00:00Z');

/** In Moscow, 10–20 h, quiet from 22 to 8, one message a second. */
const forecast = (recipients: number, timing: object = {}, change: Partial<ForecastQuestion> = {}) => {
  const { startsAt, finishesAt, ...others } = forecastMailing({
    recipients: new Map([['', recipients]]),
    from: MONDAY_NOON,
    timing: MailingTiming.parse(timing),
    policy: { quietFromHour: 22, quietToHour: 8 },
    cabinetZone: 'Europe/Moscow',
    perDay: null,
    perSecond: 1,
    ...change,
  });
  return { startsAt: startsAt && String(startsAt), finishesAt: finishesAt && String(finishesAt), ...others };
};

test('what fits in the hours of one day leaves at the speed of the channel', () => {
  expect(forecast(3_600)).toEqual({
    startsAt: '2026-03-02T09:00:00Z',
    finishesAt: '2026-03-02T10:00:00Z',
    unsent: 0,
    days: [{ date: '2026-03-02', messages: 3_600 }],
  });
});

test('a limit of 300 a day takes three days for 700, on the days of the week that are chosen', () => {
  const { days } = forecast(700, { daysOfWeek: [1, 3] }, { perDay: 300 });
  expect(days).toEqual([
    { date: '2026-03-02', messages: 300 },
    { date: '2026-03-04', messages: 300 },
    { date: '2026-03-09', messages: 100 },
  ]);
});

test('a mailing that goes live in the evening begins with the hours of the next day', () => {
  const from = Temporal.Instant.from('2026-03-02T19:30:00Z');
  expect(forecast(3, {}, { from }).startsAt).toBe('2026-03-03T07:00:00Z');
});

test('quiet hours shorten the day', () => {
  const { days } = forecast(60_000, { dispatchHours: { startHour: 0, endHour: 24 } });
  expect(days.map(({ messages }) => messages)).toEqual([36_000, 24_000]);
});

test('spread messages end with the hours of the day', () => {
  expect(forecast(8, { isSpread: true }).finishesAt).toBe('2026-03-02T16:00:00Z');
});

test('those whose turn comes after the last moment are named', () => {
  expect(forecast(700, { useBy: '2026-03-04T00:00:00Z' }, { perDay: 300 })).toMatchObject({ unsent: 100 });
});

test('hours that are all quiet never send', () => {
  const never = { startsAt: null, finishesAt: null, unsent: 5, days: [] };
  expect(forecast(5, { dispatchHours: { startHour: 23, endHour: 24 } })).toEqual(never);
});

test('by the zone of each contact, messages leave when the hours of that zone open', () => {
  const recipients = new Map([
    ['', 10],
    ['America/Sao_Paulo', 10],
    ['Asia/Tokyo', 10],
  ]);
  const timing = { isInContactZone: true, useBy: '2026-03-02T23:00:00Z' };
  // 18:00 in Tokyo, 6:00 in São Paulo, where it opens at 13:00Z.
  expect(forecast(0, timing, { recipients })).toEqual({
    startsAt: '2026-03-02T09:00:00Z',
    finishesAt: '2026-03-02T13:00:10Z',
    unsent: 0,
    days: [{ date: '2026-03-02', messages: 30 }],
  });
  const late = Temporal.Instant.from('2026-03-02T12:00:00Z');
  expect(forecast(0, timing, { recipients, from: late }).unsent).toBe(10);
});
