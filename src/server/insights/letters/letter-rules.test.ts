import { expect, test } from 'vitest';
import { chooseThings, isQuiet, type LetterFacts, type Slot, type Week } from './letter-rules.ts';

const WEEK: Week = { attended: 40, noShow: 1, unmarked: 0, arrived: 40, paidMinor: 400_000, newClients: 5 };

const FACTS: LetterFacts = {
  monday: '2026-02-23',
  week: WEEK,
  usual: WEEK,
  late: { count: 0, spentYearMinor: 0 },
  slotWeeks: 8,
  slots: [],
  masters: [],
  isReminderOn: true,
  stoppedFlows: [],
  failedMailings: [],
  downChannels: [],
  waiting: 0,
};

const everywhere = () => true;
const things = (facts: Partial<LetterFacts>, isOffered = everywhere as (path: string) => boolean) =>
  chooseThings({ ...FACTS, ...facts }, isOffered);
const kinds = (facts: Partial<LetterFacts>) => things(facts).map(({ kind }) => kind);

test('a week like the others has nothing to do', () => {
  expect(things({})).toEqual([]);
});

test('three things at most: what is broken first, then what costs visits', () => {
  const flow = { id: '1', title: 'Reminder' };
  const all = {
    late: { count: 14, spentYearMinor: 230_000 },
    waiting: 2,
    stoppedFlows: [flow, { id: '2', title: 'Birthday' }],
    downChannels: ['WhatsApp'],
  };
  expect(things(all)).toMatchObject([
    { kind: 'channel_down', title: 'WhatsApp' },
    { kind: 'flow_stopped', title: 'Reminder', count: 2, path: '/flows/edit/1' },
    { kind: 'late', count: 14, spentMinor: 230_000, path: '/insights/returns?state=late' },
  ]);
  expect(kinds({ ...all, downChannels: [], stoppedFlows: [] })).toEqual(['late', 'waiting']);
});

test('a thing that the brand has no page for is left out', () => {
  const facts = { late: { count: 3, spentYearMinor: 0 }, waiting: 1 };
  expect(things(facts, (path) => path === '/conversations').map(({ kind }) => kind)).toEqual(['waiting']);
});

test('no-shows are a thing where no reminder is on, or where their share rose', () => {
  const missed = { ...WEEK, noShow: 5 };
  expect(kinds({ week: missed })).toEqual(['no_shows']);
  expect(kinds({ week: missed, usual: missed })).toEqual([]);
  expect(kinds({ week: missed, usual: missed, isReminderOn: false })).toEqual(['no_shows_reminder']);
  expect(kinds({ week: { ...WEEK, noShow: 2 }, isReminderOn: false })).toEqual([]);
});

test('a part of a working day is empty at half of what other working days have', () => {
  const slot = (weekday: number, visits: number): Slot => ({ weekday, part: 'afternoon', visits });
  const mornings = [1, 2, 3, 4, 5].map((weekday): Slot => ({ weekday, part: 'morning', visits: 24 }));
  const slots = [...mornings, slot(1, 32), slot(2, 8), slot(3, 30), slot(4, 34), slot(5, 32), slot(7, 4)];
  expect(things({ slots })).toEqual([
    { kind: 'empty_slot', weekday: 2, part: 'afternoon', visits: 1, usual: 4, path: '/distributions' },
  ]);
  expect(things({ slots: slots.map((one) => ({ ...one, visits: Math.min(one.visits, 3) })) })).toEqual([]);
});

test('a master is named when clearly more of their first clients come again', () => {
  const master = (id: string, clients: number, cameAgain: number) => ({ id, name: id, clients, cameAgain });
  expect(things({ masters: [master('Anna', 20, 14), master('Olga', 20, 8)] })).toMatchObject([
    { kind: 'best_master', name: 'Anna', share: 0.7, otherShare: 0.4 },
  ]);
  expect(things({ masters: [master('Anna', 20, 10), master('Olga', 20, 8)] })).toEqual([]);
  expect(things({ masters: [master('Anna', 5, 5), master('Olga', 20, 8)] })).toEqual([]);
  expect(things({ masters: [master('Anna', 20, 14)] })).toEqual([]);
});

test('visits without a mark are a thing where they are many', () => {
  expect(things({ week: { ...WEEK, unmarked: 15 } })).toEqual([
    { kind: 'unmarked', count: 15, path: '/insights?period=week&on=2026-02-23&group=unmarked' },
  ]);
  expect(kinds({ week: { ...WEEK, unmarked: 6 } })).toEqual([]);
});

test('a business without visits in five weeks is quiet; one whose visits stopped is asked about it', () => {
  const none: Week = { attended: 0, noShow: 0, unmarked: 0, arrived: 0, paidMinor: 0, newClients: 0 };
  expect(isQuiet({ week: none, usual: none })).toBe(true);
  expect(isQuiet({ week: none, usual: WEEK })).toBe(false);
  expect(kinds({ week: none })).toEqual(['no_visits']);
});
