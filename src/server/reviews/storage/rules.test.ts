import { expect, test } from 'vitest';
import type { MapService } from '#contract/reviews/values.ts';
import { reviewAddressOf } from '#server/reviews/widgets/map-rules.ts';
import { cleanDetails, defaultSettings, offerAfter, periodBefore, stepsOf, subjectKey, titlesApart } from './rules.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

test.each<[MapService, string, string | null]>([
  [
    'yandex',
    'https://yandex.ru/maps/org/lokon/1234567890/',
    'https://yandex.ru/maps/org/1234567890/reviews/?add-review=true',
  ],
  [
    'yandex',
    'yandex.kz/maps/162/almaty/org/lokon/99887766/?ll=1',
    'https://yandex.kz/maps/org/99887766/reviews/?add-review=true',
  ],
  ['yandex', 'https://yandex.ru/maps/-/CDabc', 'https://yandex.ru/maps/-/CDabc'],
  ['yandex', 'https://yandex.ru.evil.example/maps/org/1234567890', null],
  [
    '2gis',
    'https://2gis.ru/moscow/firm/70000001012345',
    'https://2gis.ru/moscow/firm/70000001012345/tab/reviews/addreview',
  ],
  ['2gis', 'https://2gis.kz/firm/70000001012345/tab/info', 'https://2gis.kz/firm/70000001012345/tab/reviews/addreview'],
  ['2gis', 'https://example.com/firm/70000001012345', null],
  [
    'google',
    'ChIJN1t_tDeuEmsRUsoyG83frY4',
    'https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4',
  ],
  ['google', 'https://g.page/r/CabcEBM/review', 'https://g.page/r/CabcEBM/review'],
  ['google', 'https://google.com.evil.example/maps', null],
  ['own', 'lokon.example/reviews', 'https://lokon.example/reviews'],
  ['own', 'https://lokon.example?a=%20b+c', 'https://lokon.example?a=%20b+c'],
  ['own', 'отзывы.рф/о нас', null],
  ['own', 'отзывы.рф/о-нас', 'https://отзывы.рф/о-нас'],
  ['own', 'javascript:alert(1)', null],
  ['own', 'https://user:secret@lokon.example/', null],
])('%s: %s leads to %s', (service, pasted, address) => {
  expect(reviewAddressOf(service, pasted)).toBe(address);
});

test('the minimal rating divides those who are offered the maps at once from those who are offered the owner first', () => {
  const maps = [{ service: 'yandex' as const, url: 'https://yandex.ru/' }];
  const offer = (mode: 'open' | 'classic', stars: number) => {
    const { maps: offered, isOwnerFirst } = offerAfter(stars, { mode, minimalMapsRating: 4, maps });
    return [offered.length, isOwnerFirst];
  };
  expect(offer('open', 4)).toEqual([1, false]);
  expect(offer('open', 3)).toEqual([1, true]);
  expect(offer('classic', 4)).toEqual([1, false]);
  expect(offer('classic', 3)).toEqual([0, true]);
});

test('a form keeps hints of its class, plain text and a known answer', () => {
  const settings = defaultSettings({ phone: null, email: null });
  const form = { tags: ['rude_service', 'friendly_service', 'x'], text: ' a\u0000b\r\nc ', comesAgain: 'maybe' };
  expect(cleanDetails(form, 1, settings)).toEqual({ tags: ['rude_service'], text: 'ab\nc', comesAgain: null });
  expect(cleanDetails({ ...form, text: 'x'.repeat(5_000) }, 5, settings).text).toHaveLength(4_000);
});

test('a subject has one key, and a contact a new one each month', () => {
  expect(subjectKey({ kind: 'visit', id: 'v' }, '2026-11')).toBe('visit:v');
  expect(subjectKey({ kind: 'contact', id: 'c' }, '2026-11')).not.toBe(
    subjectKey({ kind: 'contact', id: 'c' }, '2026-12'),
  );
});

test('a period is compared with the days before it, and its steps include empty ones', () => {
  const { from, to } = periodBefore(day('2026-03-01'), day('2026-03-31'));
  expect([String(from), String(to)]).toEqual(['2026-01-29', '2026-02-28']);
  const march = { from: day('2026-03-04'), to: day('2026-03-17') };
  expect(stepsOf(march, 'week')).toEqual(['2026-03-02', '2026-03-09', '2026-03-16']);
  expect(stepsOf(march, 'month')).toEqual(['2026-03-01']);
  expect(stepsOf(march, 'day')).toHaveLength(14);
});

test('masters of one name are listed with their branches', () => {
  const anna = (branchTitle: string) => ({ title: 'Анна', branchTitle });
  expect(titlesApart([anna('Центр'), { title: 'Ольга', branchTitle: 'Центр' }, anna('Север')])).toEqual([
    'Анна · Центр',
    'Ольга',
    'Анна · Север',
  ]);
});
