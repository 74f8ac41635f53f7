import { expect, test } from 'vitest';
import { BranchId } from '#contract/connections/calls.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import { newId } from '#server/platform/values/ids.ts';
import { type Bookable, type BookableMaster, type BookableService, performersOf } from './bookable-rules.ts';
import { roundsOf } from './search-rules.ts';

const branchId = newId(BranchId);
const aMaster = (name: string): BookableMaster => ({
  id: newId(MasterId),
  branchId,
  externalId: name,
  name,
  specialization: null,
});
const aService = (title: string, durationMinutes: number | null): BookableService => ({
  id: newId(ServiceId),
  branchId,
  title,
  categoryTitle: null,
  priceMinor: null,
  durationMinutes,
});

const [anna, olga, vera] = [aMaster('Anna'), aMaster('Olga'), aMaster('Vera')];
const [cut, colour, massage] = [aService('Cut', 60), aService('Colour', 120), aService('Massage', null)];
const salon = (performers: Bookable['performers']): Bookable => ({
  branches: [{ id: branchId, title: 'Salon', address: null, timeZone: 'Europe/Moscow', currency: 'RUB' }],
  services: [cut, colour, massage],
  masters: [anna, olga, vera],
  performers,
});
const namesOf = (bookable: Bookable, services: BookableService[]) =>
  performersOf(bookable, services).map(({ master, minutes }) => [master.name, minutes]);

test('several services are performed by those who perform each of them, as long as each takes them', () => {
  const reported = salon(
    new Map([
      [
        cut.id,
        new Map([
          [anna.id, 45],
          [olga.id, null],
        ]),
      ],
      [colour.id, new Map([[anna.id, null]])],
    ]),
  );
  expect(namesOf(reported, [cut])).toEqual([
    ['Anna', 45],
    ['Olga', 60],
  ]);
  expect(namesOf(reported, [cut, colour])).toEqual([['Anna', 165]]);
  expect(namesOf(reported, [massage])).toEqual([]);
});

test('where the booking system does not report who performs what, every master of the branch does', () => {
  expect(namesOf(salon(new Map()), [massage])).toEqual([
    ['Anna', 60],
    ['Olga', 60],
    ['Vera', 60],
  ]);
});

const day = Temporal.PlainDate.from('2026-03-08');
const performers = Array.from({ length: 9 }, (_, at) => ({ master: aMaster(`M${at}`), minutes: 60 }));
const shown = (rounds: ReturnType<typeof roundsOf>) =>
  rounds.map((round) => round.map((one) => `${one.master.name} ${one.day.day}`).join(', '));

test('a search makes at most six calls at once, and no more than twice', () => {
  expect(roundsOf(performers, { day }).map(({ length }) => length)).toEqual([6, 3]);
  expect(shown(roundsOf(performers.slice(0, 2), { from: day }))).toEqual([
    'M0 8, M1 8, M0 9, M1 9, M0 10, M1 10',
    'M0 11, M1 11, M0 12, M1 12, M0 13, M1 13',
  ]);
  expect(shown(roundsOf(performers, { from: day }))).toEqual([
    'M0 8, M1 8, M0 9, M1 9, M0 10, M1 10',
    'M2 8, M3 8, M2 9, M3 9, M2 10, M3 10',
  ]);
  expect(roundsOf([], { from: day })).toEqual([]);
});

test('a search for one master covers more days', () => {
  expect(shown(roundsOf(performers.slice(0, 1), { from: day }))).toEqual([
    'M0 8, M0 9, M0 10, M0 11, M0 12, M0 13',
    'M0 14, M0 15, M0 16, M0 17, M0 18, M0 19',
  ]);
});
