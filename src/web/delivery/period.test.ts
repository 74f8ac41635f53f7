import { afterEach, expect, test } from 'vitest';
import { followProductClock } from '#web/lib/format/clock.ts';
import { periodOf } from './period.ts';

afterEach(() => followProductClock(null));

test('days of the log begin at midnight of the cabinet, whatever the zone of the browser', () => {
  followProductClock('2026-11-23T20:30:00Z'); // NOTE: already the 24th in Yekaterinburg
  expect(periodOf('today', 'Asia/Yekaterinburg')).toEqual({
    from: '2026-11-23T19:00:00.000Z',
    to: '2026-11-24T19:00:00.000Z',
  });
  expect(periodOf('yesterday', 'America/New_York')).toEqual({
    from: '2026-11-22T05:00:00.000Z',
    to: '2026-11-23T05:00:00.000Z',
  });
});

test('the day on which clocks change has 25 hours', () => {
  followProductClock('2026-11-01T17:00:00Z');
  expect(periodOf('today', 'America/New_York')).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-11-02T05:00:00.000Z',
  });
});
