import { CAST, type Role } from '../cast/cast.ts';
import { LONDON_CAST } from '../cast/cast-languages.ts';
import type { Customer, Shop } from './state.ts';

/** Two shops: one in Russian, one in English. */
export const seedShops = (): Shop[] => [
  aShop(7_001_000_000, {
    domain: 'romashka-flowers.myshopify.com',
    name: 'Цветы «Ромашка»',
    currency: 'RUB',
    secret: 'shopify-romashka-signing-secret',
    cast: CAST,
    goods: [
      { title: 'Букет «Утро»', quantity: 1, price: '3900.00' },
      { title: 'Ваза', quantity: 1, price: '1200.00' },
    ],
  }),
  aShop(7_002_000_000, {
    domain: 'ember-care.myshopify.com',
    name: 'Ember Care',
    currency: 'GBP',
    secret: 'shopify-ember-signing-secret',
    cast: LONDON_CAST,
    goods: [
      { title: 'Hair oil', quantity: 1, price: '24.50' },
      { title: 'Wide comb', quantity: 1, price: '9.00' },
    ],
  }),
];

type Facts = Pick<Shop, 'domain' | 'name' | 'currency' | 'secret' | 'goods'> & { cast: readonly Role[] };

function aShop(firstId: number, { cast, ...about }: Facts): Shop {
  const customers = cast.map(({ name, surname, phone, email }, at): Customer => ({
    id: firstId + at,
    first_name: name,
    last_name: surname,
    email: email || null,
    phone: phone ? `+${phone}` : null,
  }));
  return { ...about, customers, orders: [], checkouts: [], webhooks: [] };
}
