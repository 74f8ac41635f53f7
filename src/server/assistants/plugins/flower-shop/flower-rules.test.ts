import { expect, test } from 'vitest';
import type { CatalogueItem } from '#contract/assistants/flower-shop/calls.ts';
import { FlowerShopPlugin } from '#contract/assistants/flower-shop/settings.ts';
import { columnsOf } from './catalogue-columns-rules.ts';
import type { CatalogueRow } from './catalogue-reader.ts';
import { readGood, readPrice, wantedStems } from './catalogue-rules.ts';
import { chooseLines, chooseZone, readPhone, sumsOf, type WantedOrder } from './order-rules.ts';
import { isOpenAt, nextOpenDays, openHours } from './timing-rules.ts';

const row = (given: Partial<CatalogueRow>): CatalogueRow => ({
  kind: 'row',
  line: 2,
  sku: 'r1',
  title: 'Розы',
  description: '',
  category: '',
  price: '100',
  currency: '',
  available: '',
  picture: '',
  ...given,
});

test('columns are found by their titles in four languages, also beside others', () => {
  expect(columnsOf(['Артикул', 'Наименование', 'Цена, руб.', 'В наличии'])).toEqual(
    new Map([
      ['sku', 0],
      ['title', 1],
      ['price', 2],
      ['available', 3],
    ]),
  );
  expect(columnsOf(['Nome', 'Preço'])?.get('price')).toBe(1);
  expect(columnsOf(['Назва', 'Ціна', 'Фото'])?.get('picture')).toBe(2);
  expect(columnsOf(['Розы', '2900'])).toBeNull();
});

test.each([
  ['1 500', 1_500],
  ['1 500,50 ₽', 1_500.5],
  ['1.500,00', 1_500],
  ['1,500.00', 1_500],
  ['2,900', 2_900],
  ['49.9', 49.9],
  ['по запросу', null],
])('the price %j is %j', (written, price) => {
  expect(readPrice(written)).toBe(price);
});

test('a row without a title, without a price above zero or in another currency is left out', () => {
  const reasons = [{ title: ' ' }, { price: '' }, { price: 'по запросу' }, { price: '0' }, { currency: 'USD' }].map(
    (given) => Reflect.get(readGood(row(given), 'RUB'), 'reason'),
  );
  expect(reasons).toEqual(['no_title', 'no_price', 'wrong_price', 'wrong_price', 'other_currency']);
  expect(readGood(row({ currency: 'RUR', available: 'нет', sku: '' }), 'RUB')).toMatchObject({
    sku: 'розы',
    priceMinor: 10_000,
    isAvailable: false,
  });
});

test('of the words of a client those count that distinguish goods', () => {
  expect(wantedStems('покажите букет роз до 3000', 3_000)).toHaveLength(2);
  expect(wantedStems('цветы', null)).toEqual([]);
  expect(wantedStems('101 роза', null)).toHaveLength(2);
});

const plugin = FlowerShopPlugin.parse({
  zones: [
    { title: 'Центр', priceMinor: 30_000 },
    { title: 'За МКАД', priceMinor: 90_000 },
  ],
  freeFromMinor: 500_000,
  fromMinute: 9 * 60,
  untilMinute: 21 * 60,
  readyMinutes: 90,
});
const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[Europe/Moscow]`);
const NOW = at('2026-03-02T11:07');

test('today has the hours that are left after the order is ready, and a day that is over the next ones', () => {
  expect(openHours(plugin, NOW.toPlainDate(), NOW)).toMatchObject({ from: '12:45', until: '21:00' });
  expect(openHours(plugin, NOW.toPlainDate(), at('2026-03-02T20:30'))).toBeNull();
  expect(nextOpenDays(plugin, at('2026-03-02T20:30'), 2).map(({ day, from }) => [day.toString(), from])).toEqual([
    ['2026-03-03', '09:00'],
    ['2026-03-04', '09:00'],
  ]);
  expect(openHours(plugin, NOW.toPlainDate().add({ days: 61 }), NOW)).toBeNull();
});

test.each([
  ['2026-03-02T12:30', false],
  ['2026-03-02T12:45', true],
  ['2026-03-03T08:59', false],
  ['2026-03-03T21:00', true],
  ['2026-03-03T21:01', false],
  ['2026-03-01T12:00', false],
])('an order for %s may be ready: %s', (when, isOpen) => {
  expect(isOpenAt(plugin, at(when), NOW)).toBe(isOpen);
});

const goods: CatalogueItem[] = [
  ['r25', 'Розы, 25 шт', 250_000, true],
  ['t', 'Тюльпаны', 150_000, false],
].map(([sku, title, amountMinor, isAvailable]) => ({
  sku: String(sku),
  title: String(title),
  description: '',
  category: '',
  price: { amountMinor: Number(amountMinor), currency: 'RUB' },
  isAvailable: isAvailable === true,
  pictureUrl: null,
}));

test('only goods that are sold are ordered, by article or title, and sums are counted from their prices', () => {
  expect(chooseLines([{ sku: 'нет такого', quantity: 1 }], goods)).toEqual({
    refusal: 'not_in_catalogue',
    missing: ['нет такого'],
  });
  expect(chooseLines([{ sku: 't', quantity: 1 }], goods)).toMatchObject({ refusal: 'not_in_catalogue' });
  const items = [
    { sku: 'R25', quantity: 1 },
    { sku: 'розы, 25 шт', quantity: 1 },
  ];
  const chosen = chooseLines(items, goods);
  if ('refusal' in chosen) throw new Error(chosen.refusal);
  expect(chosen.lines).toMatchObject([{ sku: 'r25', quantity: 2 }]);
  expect(sumsOf(plugin, chosen.lines, { priceMinor: 30_000 })).toEqual({ goodsMinor: 500_000, deliveryMinor: 0 });
  expect(sumsOf(plugin, [{ ...chosen.lines[0]!, quantity: 1 }], { priceMinor: 30_000 })).toEqual({
    goodsMinor: 250_000,
    deliveryMinor: 30_000,
  });
});

test('of several zones the client’s is named by its title or by the address', () => {
  const wanted = (given: Partial<WantedOrder>) =>
    ({ items: [], way: 'delivery', when: '', zone: null, address: 'ул. Мира, 1', ...given }) as unknown as WantedOrder;
  expect(chooseZone(plugin, wanted({ zone: 'центр' }))).toMatchObject({ zone: { title: 'Центр' } });
  expect(chooseZone(plugin, wanted({ address: 'за МКАД, посёлок' }))).toMatchObject({ zone: { title: 'За МКАД' } });
  expect(chooseZone(plugin, wanted({}))).toEqual({ refusal: 'which_zone' });
  expect(chooseZone(plugin, wanted({ way: 'pickup' }))).toEqual({ zone: null });
});

test('a phone has as many digits as phones have', () => {
  expect([readPhone('8 916 111-22-33'), readPhone('12'), readPhone(null)]).toEqual(['8 916 111-22-33', null, null]);
});
