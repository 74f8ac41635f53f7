import { expect, test } from 'vitest';
import type { Figures, MasterFigures } from '#contract/insights/dashboard.ts';
import { MasterId } from '#contract/visits/calls.ts';
import { changeOf, comparedKey, daysLeftOf, progressOf, reachedOf, shareOf, sortedMasters } from './dashboard-data.ts';

test('a share of fewer than twenty cases is not shown', () => {
  expect(shareOf(3, 7)).toBeNull();
  expect(shareOf(5, 20)).toBe(0.25);
});

test('a change is a share of the earlier number; of few cases the number alone is shown', () => {
  expect(changeOf(120, 100, 100)).toEqual({ kind: 'more', share: 0.2 });
  expect(changeOf(75, 100, 100)).toEqual({ kind: 'less', share: 0.25 });
  expect(changeOf(100.2, 100, 100)).toEqual({ kind: 'same' });
  expect(changeOf(12, 6, 6)).toEqual({ kind: 'number' });
  expect(changeOf(500, 0, 30)).toEqual({ kind: 'number' });
});

test('a day is compared with its weekday, a week with the same weekdays', () => {
  expect(comparedKey({ period: 'day', from: '2026-03-02' }, 'weekdays')).toBe('monday');
  expect(comparedKey({ period: 'day', from: '2026-03-01' }, 'weekdays')).toBe('sunday');
  expect(comparedKey({ period: 'week', from: '2026-03-02' }, 'weekdays')).toBe('week');
  expect(comparedKey({ period: 'month', from: '2026-03-01' }, 'before')).toBe('before');
});

test('a target states its share, the days left and what is needed a day', () => {
  expect(daysLeftOf({ today: '2026-03-20', end: '2026-03-31' })).toBe(11);
  expect(daysLeftOf({ today: '2026-04-01', end: '2026-03-31' })).toBeNull();
  expect(progressOf(62, 100, 11)).toEqual({ share: 0.62, left: 38, needed: 4, daysLeft: 11 });
  expect(progressOf(62, 100, 0)).toMatchObject({ needed: 38, daysLeft: 0 });
  expect(progressOf(110, 100, 11)).toMatchObject({ left: 0, needed: null });
  const figures = { attended: 90, noShow: 10, newClients: 3, paid: [{ amountMinor: 500, currency: 'RUB' }] } as Figures; // NOTE: the fields a target reads
  expect(reachedOf('no_show_share', { figures, currency: 'RUB' })).toBe(1_000);
  expect(reachedOf('revenue', { figures, currency: 'USD' })).toBe(0);
});

test('masters are ordered with the best first, and what has no master last', () => {
  const master = (name: string, attended: number, noShow: number): MasterFigures => ({
    masterId: name ? MasterId.parse(`01900000-0000-7000-8000-00000000000${attended}`) : null,
    name,
    branchTitle: '',
    attended,
    noShow,
    cancelled: 0,
    newClients: 0,
    paid: { amountMinor: attended * 100, currency: 'RUB' },
    averageBill: null,
    busyMinutes: 0,
  });
  const all = [master('', 9, 0), master('Vera', 4, 1), master('Olga', 8, 4)];
  expect(sortedMasters(all, 'paid').map(({ name }) => name)).toEqual(['Olga', 'Vera', '']);
  expect(sortedMasters(all, 'no_show').map(({ name }) => name)).toEqual(['Vera', 'Olga', '']);
});
