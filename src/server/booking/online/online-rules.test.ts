import { expect, test } from 'vitest';
import { BranchId } from '#contract/connections/calls.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { BookableMaster } from '#server/visits/appointments/bookable-rules.ts';
import { phoneCountries } from './country-rules.ts';
import {
  chosenPerformers,
  freeMastersAt,
  offeredTimes,
  OnlineChoice,
  onlineDays,
  readOnlineForm,
  servicesByCategory,
  startsOn,
  stripOf,
  withinDays,
} from './online-rules.ts';

const branchId = newId(BranchId);
const aMaster = (name: string): BookableMaster => ({
  id: newId(MasterId),
  branchId,
  externalId: name,
  name,
  specialization: null,
});
const [anna, olga] = [aMaster('Anna'), aMaster('Olga')];
const at = (text: string) => Temporal.Instant.from(text);
const day = (text: string) => Temporal.PlainDate.from(text);
const free = (text: string, master = anna) => ({ startsAt: at(text), master, minutes: 60 });
/** Half past eleven at night in Moscow. */
const LATE = { terms: { daysAhead: 20, leadMinutes: 60 }, timeZone: 'Europe/Moscow', now: at('2026-03-05T20:30:00Z') };

test('days run from the first that can still be booked to the last that the owner offers', () => {
  expect(Object.values(onlineDays(LATE)).map(String)).toEqual(['2026-03-06', '2026-03-25']);
  const short = { ...LATE, terms: { daysAhead: 1, leadMinutes: 2880 } };
  expect(Object.values(onlineDays(short)).map(String)).toEqual(['2026-03-07', '2026-03-07']);
  const days = onlineDays(LATE);
  expect(
    ['2026-03-05', '2026-03-06', '2026-03-25', '2026-03-26'].map((one) => withinDays(day(one), days) !== null),
  ).toEqual([false, true, true, false]);
});

test('days are shown seven at a time, and no further than they are offered', () => {
  const shown = (one: string) => {
    const { days, before, after } = stripOf(day(one), onlineDays(LATE));
    return [days.map(({ day: number }) => number).join(' '), before && String(before), after && String(after)];
  };
  expect(shown('2026-03-06')).toEqual(['6 7 8 9 10 11 12', null, '2026-03-13']);
  expect(shown('2026-03-15')).toEqual(['13 14 15 16 17 18 19', '2026-03-06', '2026-03-20']);
  expect(shown('2026-03-25')).toEqual(['20 21 22 23 24 25', '2026-03-13', null]);
});

test('times sooner than the owner allows, or later than the last day, are not offered', () => {
  const times = ['2026-03-05T21:00:00Z', '2026-03-05T21:30:00Z', '2026-03-25T20:30:00Z', '2026-03-25T21:00:00Z'];
  const offered = offeredTimes(
    times.map((one) => free(one)),
    LATE,
  );
  expect(offered.map(({ startsAt }) => String(startsAt))).toEqual(times.slice(1, 3));
});

test('a start is shown once, and tried with each master who is free then', () => {
  const times = [free('2026-03-06T09:00:00Z'), free('2026-03-06T09:00:00Z', olga), free('2026-03-06T22:00:00Z')];
  expect(startsOn(times, day('2026-03-06'), 'Europe/Moscow').map(String)).toEqual(['2026-03-06T09:00:00Z']);
  expect(freeMastersAt(times, at('2026-03-06T09:00:00Z'))).toEqual([
    { masterId: anna.id, minutes: 60 },
    { masterId: olga.id, minutes: 60 },
  ]);
  expect(freeMastersAt(times, at('2026-03-06T10:00:00Z'))).toEqual([]);
});

test('the only master of a service is no choice, and one who does not perform it is not chosen', () => {
  const one = { master: anna, minutes: 60 };
  const other = { master: olga, minutes: 90 };
  expect(chosenPerformers([one], null)).toEqual({ performers: [one], master: anna });
  expect(chosenPerformers([one, other], null)).toBeNull();
  expect(chosenPerformers([one, other], 'any')).toEqual({ performers: [one, other], master: null });
  expect(chosenPerformers([one, other], olga.id)).toEqual({ performers: [other], master: olga });
  expect(chosenPerformers([one, other], newId(MasterId))).toBeNull();
});

test('choices that are none of ours are left out', () => {
  const nothing = { service: null, master: null, day: null, from: null, at: null };
  expect(OnlineChoice.parse({})).toEqual(nothing);
  expect(
    OnlineChoice.parse({ service: 'x', master: ['any'], day: '2026-02-31', from: 'soon', at: '2026-03-05 25:00' }),
  ).toEqual(nothing);
});

test('services are listed under their categories', () => {
  const service = (title: string, categoryTitle: string | null) => ({
    id: newId(ServiceId),
    branchId,
    title,
    categoryTitle,
    priceMinor: null,
    durationMinutes: null,
  });
  const groups = servicesByCategory([service('Cut', 'Hair'), service('Massage', null), service('Colour', 'Hair')]);
  expect([...groups].map(([category, all]) => [category, all.map(({ title }) => title)])).toEqual([
    ['Hair', ['Cut', 'Colour']],
    ['', ['Massage']],
  ]);
});

test('a phone is read in the country that was chosen, and one with a plus in its own', () => {
  const read = (phone: string, country: string) => readOnlineForm({ name: ' Vera ', phone, country });
  expect(read('8 916 700-44-55', 'RU')).toEqual({ client: { name: 'Vera', phone: '+79167004455' } });
  expect(read('030 123456', 'DE')).toEqual({ client: { name: 'Vera', phone: '+4930123456' } });
  expect(read('+7 916 700-44-55', 'DE')).toEqual({ client: { name: 'Vera', phone: '+79167004455' } });
  expect(readOnlineForm({ name: ' ', phone: '1', country: 'RU' })).toEqual({ wrong: new Set(['name', 'phone']) });
});

test('countries of phones are named in the language of the page', () => {
  expect(phoneCountries('ru').find(({ code }) => code === 'DE')).toEqual({ code: 'DE', label: 'Германия +49' });
  expect(phoneCountries('en').filter(({ code }) => code === 'RU')).toHaveLength(1);
});
