import { expect, test } from 'vitest';
import { USUAL_VISIT_SWITCHES } from '#contract/reviews/widgets.ts';
import { type CalendarEvent, calendarFile, googleCalendarLink } from '#server/booking/links/calendar-rules.ts';
import { answersOffered, fullAddressOf, mapLinksOf, messageOf, taxiLinkOf, USUAL_VISIT_PAGE } from './rules.ts';

const now = Temporal.Instant.from('2026-03-04T09:00:00Z');
const inHours = (hours: number) => now.add({ hours });
const EVENT: CalendarEvent = {
  uid: 'visit-1@app.example',
  title: 'Стрижка; укладка, Студия «Ромашка»',
  description: 'Мастер: Анна\nПодробности: https://app.example/visit/a',
  location: 'Москва, ул. Покровка, 14',
  coordinates: { latitude: 55.7558, longitude: 37.6173 },
  startsAt: inHours(24),
  durationMinutes: 90,
  sequence: 0,
  isCancelled: false,
  writtenAt: now,
};

test('the page offers what the owner allows and the visit still permits', () => {
  const offer = (visit: object = {}, about: object = {}, settings: object = {}) =>
    answersOffered(
      { status: 'waiting', startsAt: inHours(24), ...visit },
      { ...USUAL_VISIT_PAGE, ...USUAL_VISIT_SWITCHES, ...settings },
      {
        now,
        hasRequestedMove: false,
        place: { city: null, cancelClosesMinutes: 120, coordinates: null },
        ...about,
      },
    );
  expect(offer()).toEqual(['confirm', 'move', 'cancel']);
  expect(offer({ status: 'confirmed' })).toEqual(['move', 'cancel']);
  expect(offer({ startsAt: inHours(1) })).toEqual(['confirm', 'move']);
  expect(offer({}, { hasRequestedMove: true })).toEqual(['confirm', 'cancel']);
  expect(offer({}, {}, { mayConfirm: false, mayCancel: false })).toEqual(['move']);
  expect(offer({ startsAt: now })).toEqual([]);
  for (const status of ['cancelled', 'arrived', 'no_show']) expect(offer({ status })).toEqual([]);
  expect(offer({}, { place: null })).toEqual([]);
});

test('a failed change says whether staff can still cancel', () => {
  const failed = { kind: 'failed' as const, text: null, isTemporary: false };
  expect(messageOf({ ...failed, trouble: 'cancel_closed' })).toBe('late');
  expect(messageOf({ ...failed, trouble: 'unreachable' })).toBe('failed');
  expect(messageOf({ kind: 'gone' })).toBeNull();
});

test('maps search for the address with its city, or open the coordinates', () => {
  expect(fullAddressOf('ул. Покровка, 14', 'Москва')).toBe('Москва, ул. Покровка, 14');
  expect(fullAddressOf('Москва, ул. Покровка, 14', 'Москва')).toBe('Москва, ул. Покровка, 14');
  expect(fullAddressOf('', 'Москва')).toBeNull();
  const address = 'Main St 1 & 2';
  expect(mapLinksOf({ address, coordinates: null }).map(({ url }) => url)).toEqual([
    'https://yandex.ru/maps/?text=Main+St+1+%26+2',
    'https://2gis.ru/search/Main%20St%201%20%26%202',
    'https://www.google.com/maps/search/?api=1&query=Main+St+1+%26+2',
  ]);
  const coordinates = { latitude: 55.75, longitude: 37.61 };
  expect(mapLinksOf({ address, coordinates }).map(({ url }) => url)).toEqual([
    'https://yandex.ru/maps/?pt=37.61%2C55.75&z=17',
    'https://2gis.ru/geo/37.61,55.75',
    'https://www.google.com/maps/search/?api=1&query=55.75%2C37.61',
  ]);
  expect(mapLinksOf({ address: null, coordinates: null })).toEqual([]);
  const taxi = new URL(taxiLinkOf(coordinates));
  expect([taxi.host, taxi.searchParams.get('end-lat'), taxi.searchParams.get('end-lon')]).toEqual([
    '3.redirect.appmetrica.yandex.com',
    '55.75',
    '37.61',
  ]);
});

test('the calendar file is RFC 5545: UTC, escaped, folded by octets, with an alarm', () => {
  const file = calendarFile(EVENT);
  const lines = file.split('\r\n');
  expect(lines.at(-1)).toBe('');
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file).not.toMatch(/[^\r]\n|�/);
  const unfolded = file.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toEqual(
    expect.arrayContaining([
      'UID:visit-1@app.example',
      'DTSTAMP:20260304T090000Z',
      'DTSTART:20260305T090000Z',
      'DTEND:20260305T103000Z',
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      String.raw`SUMMARY:Стрижка\; укладка\, Студия «Ромашка»`,
      String.raw`DESCRIPTION:Мастер: Анна\nПодробности: https://app.example/visit/a`,
      String.raw`LOCATION:Москва\, ул. Покровка\, 14`,
      'GEO:55.7558;37.6173',
      'TRIGGER:-PT2H',
    ]),
  );
});

test('a cancelled visit removes itself from the calendar, without an alarm', () => {
  const file = calendarFile({ ...EVENT, isCancelled: true, sequence: 1 });
  expect(file).toContain('STATUS:CANCELLED\r\n');
  expect(file).toContain('SEQUENCE:1\r\n');
  expect(file).not.toContain('VALARM');
});

test('Google Calendar gets the same times', () => {
  const link = new URL(googleCalendarLink(EVENT));
  expect(link.searchParams.get('dates')).toBe('20260305T090000Z/20260305T103000Z');
  expect(link.searchParams.get('text')).toBe(EVENT.title);
});
