import { expect, test } from 'vitest';
import { variableValues, type VariableFacts } from './value-rules.ts';

const at = Temporal.Instant.from('2026-03-02T15:30:00Z');
const facts: VariableFacts = {
  startsAt: at,
  timeZone: 'Europe/Moscow',
  masterName: null,
  serviceTitles: [],
  totalMinor: 150_000,
  currency: 'RUB',
  branchTitle: 'Пиццерия «Угли»',
  branchAddress: null,
  branchPhone: null,
  manageUrl: null,
  clientName: 'Анна',
  oldStartsAt: null,
  visitsCount: null,
  spent: null,
  offerTitles: [],
  reviewUrl: () => null,
  businessName: 'Студия Ромашка',
  ignoreLink: () => null,
};
const order: VariableFacts['order'] = {
  number: '1024',
  status: 'Delivered',
  items: [],
  deliveryKind: null,
  readyAt: null,
  courierName: null,
  courierPhone: null,
  cancelCause: null,
};
const nameIn = (change: Partial<VariableFacts>) => variableValues({ ...facts, ...change }, 'ru').of('businessName');

test('a message about an order is signed by the restaurant; one about a visit by the business', () => {
  expect(nameIn({ order })).toBe('Пиццерия «Угли»');
  expect(nameIn({ order, branchTitle: ' ' })).toBe('Студия Ромашка');
  expect(nameIn({})).toBe('Студия Ромашка');
  expect(nameIn({ cart: { items: [], url: null } })).toBe('Студия Ромашка');
});
