import { expect, test } from 'vitest';
import type { TableTerms } from '#contract/booking/buttons.ts';
import { mayCancelRequest, readForm, type TableForm, timesOf } from './table-rules.ts';

const TERMS: TableTerms = { opensAt: '18:00', closesAt: '01:00', mostGuests: 8, daysAhead: 14, leadMinutes: 60 };
const now = Temporal.Instant.from('2026-03-04T15:00:00Z'); // 18:00 in Moscow
const CONDITIONS = { terms: TERMS, timeZone: 'Europe/Moscow', now, country: 'RU' };
const FORM: TableForm = {
  date: '2026-03-05',
  time: '19:30',
  guests: '4',
  name: ' Анна ',
  phone: '8 916 123-45-67',
  comment: '',
};
const read = (change: Partial<TableForm> = {}) => readForm({ ...FORM, ...change }, CONDITIONS);
const wrongIn = (change: Partial<TableForm>) => {
  const result = read(change);
  return 'wrong' in result ? [...result.wrong] : [];
};

test('times run from the opening to the last one, past midnight where it is earlier', () => {
  expect(timesOf({ ...TERMS, opensAt: '12:00', closesAt: '13:00' })).toEqual(['12:00', '12:30', '13:00']);
  expect(timesOf({ ...TERMS, opensAt: '23:00' })).toEqual(['23:00', '23:30', '00:00', '00:30', '01:00']);
});

test("a form is a wanted by the branch's clock, with the phone as the country writes it", () => {
  expect(read()).toEqual({
    wanted: {
      startsAt: Temporal.Instant.from('2026-03-05T16:30:00Z'),
      guests: 4,
      name: 'Анна',
      phone: '+79161234567',
      comment: '',
    },
  });
});

test('a time after midnight belongs to the evening that was chosen', () => {
  expect(read({ time: '00:30' })).toMatchObject({
    wanted: { startsAt: Temporal.Instant.from('2026-03-05T21:30:00Z') },
  });
});

test('each wrong field is named', () => {
  expect(wrongIn({ date: '2026-02-30' })).toEqual(['date']);
  expect(wrongIn({ time: '19:15' })).toEqual(['date']);
  expect(wrongIn({ date: '2026-03-04', time: '18:30' })).toEqual(['time']);
  expect(wrongIn({ date: '2026-03-19' })).toEqual(['time']);
  for (const guests of ['0', '9', '2.5', 'two', '']) expect(wrongIn({ guests })).toEqual(['guests']);
  expect(wrongIn({ name: '  ', phone: '123', comment: 'x'.repeat(501) })).toEqual(['name', 'phone', 'comment']);
});

test('a request is cancelled by its guest until they are to come', () => {
  const startsAt = now.add({ hours: 2 });
  for (const status of ['new', 'confirmed'] as const) expect(mayCancelRequest({ status, startsAt }, now)).toBe(true);
  for (const status of ['declined', 'cancelled'] as const)
    expect(mayCancelRequest({ status, startsAt }, now)).toBe(false);
  expect(mayCancelRequest({ status: 'new', startsAt: now }, now)).toBe(false);
});
