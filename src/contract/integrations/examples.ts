import type { Language } from '#contract/primitives.ts';

type Words = { client: string; phone: string; master: string; service: string; goods: string; day: string };

/** Invented names and phones, in the reader's language. */
const WORDS: Readonly<Record<Language, Words>> = {
  ru: {
    client: 'Анна Петрова',
    phone: '+79161234567',
    master: 'Ольга',
    service: 'Стрижка',
    goods: 'Букет «Утро»',
    day: '30 ноября',
  },
  en: {
    client: 'Anna Brown',
    phone: '+447911123456',
    master: 'Olivia',
    service: 'Haircut',
    goods: 'Morning bouquet',
    day: '30 November',
  },
  pt_br: {
    client: 'Ana Souza',
    phone: '+5511987654321',
    master: 'Beatriz',
    service: 'Corte',
    goods: 'Buquê Manhã',
    day: '30 de novembro',
  },
  uk: {
    client: 'Анна Коваль',
    phone: '+380501234567',
    master: 'Ольга',
    service: 'Стрижка',
    goods: 'Букет «Ранок»',
    day: '30 листопада',
  },
};

/** Example bodies of each API call, as a cabinet with this language, currency and zone would send them. */
export function apiExamples({
  language,
  currency,
  timeZone,
}: {
  language: Language;
  currency: string;
  timeZone: string;
}) {
  const { client: name, phone, master, service, goods, day } = WORDS[language];
  const client = { externalId: 'client-17', phone };
  const total = { amountMinor: 390_000, currency };
  return {
    contacts: {
      externalId: 'client-17',
      name,
      phone,
      email: 'anna@example.com',
      birthday: '1990-05-14',
      language,
      timeZone,
      categories: ['VIP'],
    },
    visits: {
      externalId: 'visit-2041',
      client: { ...client, name },
      master: { externalId: 'master-3', name: master },
      services: [{ externalId: 'service-8', title: service }],
      startsAt: '2026-12-01T15:30',
      timeZone,
      durationMinutes: 60,
      status: 'waiting',
      total: { amountMinor: 250_000, currency },
    },
    orders: {
      externalId: 'order-881',
      number: '881',
      client,
      status: 'WaitCooking',
      deliveryKind: 'DeliveryByCourier',
      items: [{ title: goods, amount: 1 }],
      total,
      cartExternalId: 'cart-55',
    },
    carts: {
      externalId: 'cart-55',
      client,
      items: [{ title: goods, quantity: 1, priceMinor: 390_000 }],
      total,
      url: 'https://shop.example.com/cart/55',
    },
    custom: {
      externalId: 'bonus-2026-11-21-17',
      name: 'bonus_expiring',
      client,
      properties: { points: 1200, expiresOn: day },
    },
  } as const;
}

/** The examples of the documentation. Tests send every one of them. */
export const API_EXAMPLES = apiExamples({ language: 'ru', currency: 'RUB', timeZone: 'Europe/Moscow' });
