import type { Brand } from '#contract/brands/brands.ts';

/**
 * Things that a tariff lets a cabinet do. Everything else (contacts, conversations, channels, reviews, insights, settings) belongs to
 * every cabinet, also after its tariff has ended.
 *
 * - `notifications`: flows about visits and birthdays, reports to the owner, the waiting list's offers, and bots of steps and of bookings.
 * - `order_flows`, `deal_flows`, `cart_flows`, `event_flows`: flows about orders, deals, carts, and events that come over the API.
 * - `mailings`: sending mailings.
 * - `api`: calls of API clients.
 * - `assistants`: answers of AI assistants.
 * - `review_replies`: replies to reviews that a model writes.
 */
export const ABILITIES = [
  'notifications',
  'order_flows',
  'deal_flows',
  'cart_flows',
  'event_flows',
  'mailings',
  'api',
  'assistants',
  'review_replies',
] as const;
export type Ability = (typeof ABILITIES)[number];

/** Currencies that prices are stated in; amounts are in minor units. */
export const PRICE_CURRENCIES = ['RUB', 'USD'] as const;
export type PriceCurrency = (typeof PRICE_CURRENCIES)[number];
export type Price = Readonly<Record<PriceCurrency, number>>;

/** Months that a tariff is paid for at once. A month costs the same in each. */
export const PERIOD_MONTHS = [1, 3, 6, 12] as const;

/** The unit of a tariff that is bought several times: numbers of channels, organisations of iiko, channels for iiko. */
export type TariffUnit = 'numbers' | 'organizations' | 'instances';

/** Things of a cabinet that units of a tariff are for: WhatsApp channels, branches of booking systems, organisations of iiko, clinics of MedFlex. */
export const ITEM_KINDS = ['phones', 'companies', 'organizations', 'clinics'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export type Tariff = {
  readonly id: number;
  readonly abilities: readonly Ability[];
  /** The price of one month and one unit; null: given by the operator alone. */
  readonly monthly: Price | null;
  /** Messages that each paid month adds to the balance. */
  readonly messagesPerMonth: number;
  /** AI money that each paid month adds to the balance, in millionths of a US dollar. */
  readonly aiMicroUsdPerMonth: number;
  /** Absent: a cabinet has it once. */
  readonly unit?: TariffUnit;
  /** Absent: it is for the whole cabinet. */
  readonly itemKind?: ItemKind;
  /** Percent off the second unit and further ones. */
  readonly furtherUnitDiscount?: number;
  /** An addition to one of these: sold on the domains that sell one. */
  readonly soldWith?: readonly number[];
};

/**
 * The 26 tariffs, by id.
 *
 * The specification names the tariffs, the price of the extended one (2500 ₽, the default of a payment), of the base after the trial
 * (1200 ₽), of the one-rouble module and its 800 messages, and half the price for the second and later API numbers. The other
 * prices, and which abilities each tariff has, are this product's choice. Tariffs of services that are not connected yet, and
 * additions that limit nothing yet, have no abilities and are not sold.
 */
export const TARIFFS: readonly Tariff[] = [
  tariff(0, ['notifications'], price(1200, 15), { itemKind: 'companies' }),
  tariff(1, ['notifications', 'mailings'], price(2500, 30), { itemKind: 'companies', messagesPerMonth: 500 }),
  tariff(2, ABILITIES, null),
  tariff(3, ['notifications', 'deal_flows'], price(2500, 30)),
  tariff(4, ['notifications', 'order_flows'], price(2500, 30), { itemKind: 'organizations' }),
  tariff(5, ['notifications', 'order_flows', 'mailings'], price(3500, 40), {
    itemKind: 'organizations',
    messagesPerMonth: 500,
  }),
  tariff(6, ['notifications'], price(1200, 15)),
  tariff(7, [], price(1500, 20), { itemKind: 'companies', soldWith: [0, 1] }),
  tariff(8, [], price(1000, 12), { itemKind: 'organizations', unit: 'organizations', soldWith: [4, 5] }),
  tariff(9, [], price(2500, 30)),
  tariff(10, ['notifications', 'order_flows', 'cart_flows'], price(2500, 30)),
  tariff(11, ['notifications', 'order_flows', 'cart_flows'], price(3500, 40)),
  tariff(12, [], price(1000, 12), { itemKind: 'phones', unit: 'instances', soldWith: [4, 5] }),
  tariff(13, ['mailings'], price(1000, 12), { itemKind: 'phones' }),
  tariff(14, ['notifications'], price(1500, 20), { itemKind: 'companies', messagesPerMonth: 300 }),
  tariff(15, ['notifications', 'order_flows', 'cart_flows', 'event_flows', 'api'], price(2500, 30), {
    itemKind: 'phones',
    unit: 'numbers',
    furtherUnitDiscount: 50,
  }),
  tariff(16, [], price(1500, 20)),
  tariff(17, ['review_replies'], price(1500, 20)),
  tariff(18, [], price(1500, 20)),
  tariff(19, ['notifications'], price(1, 1), { itemKind: 'companies', messagesPerMonth: 800 }),
  tariff(20, ['assistants'], price(2500, 30)),
  tariff(21, ['assistants'], price(4500, 55), { aiMicroUsdPerMonth: 20_000_000, soldWith: [20] }),
  tariff(22, ['assistants'], price(7500, 90), { aiMicroUsdPerMonth: 50_000_000, soldWith: [20] }),
  tariff(23, ['assistants'], price(12_500, 150), { aiMicroUsdPerMonth: 100_000_000, soldWith: [20] }),
  tariff(24, [], price(1500, 20)),
  tariff(25, ['assistants', 'notifications'], price(2500, 30), { itemKind: 'clinics' }),
];

/** Prices of what is added to a balance: one message, one rating, one dollar of AI money. */
export const TOP_UP_PRICES: Readonly<Record<TopUp, Price>> = {
  messages: { RUB: 100, USD: 2 },
  ratings: { RUB: 500, USD: 6 },
  ai: { RUB: 10_000, USD: 100 },
};

/** The smallest top-up of each balance: messages, ratings, dollars. */
export const MIN_TOP_UP: Readonly<Record<TopUp, number>> = { messages: 500, ratings: 100, ai: 20 };
export const MAX_TOP_UP: Readonly<Record<TopUp, number>> = { messages: 100_000, ratings: 10_000, ai: 1000 };
export const TOP_UPS = ['messages', 'ratings', 'ai'] as const;
export type TopUp = (typeof TOP_UPS)[number];

/** The tariffs with a price that have an ability. */
export const tariffsWith = (ability: Ability): readonly number[] =>
  TARIFFS.filter(({ abilities, monthly }) => monthly !== null && abilities.includes(ability)).map(({ id }) => id);

export const tariffOf = (id: number): Tariff | undefined => TARIFFS.find((one) => one.id === id);

/** The tariffs that a domain sells, in the order of their ids; one that would give nothing is not sold. */
export function soldBy({ tariffIds }: Pick<Brand, 'tariffIds'>): readonly Tariff[] {
  return TARIFFS.filter(
    ({ id, monthly, abilities, soldWith = [] }) =>
      monthly !== null &&
      abilities.length > 0 &&
      (tariffIds.includes(id) || soldWith.some((other) => tariffIds.includes(other))),
  );
}

function price(roubles: number, dollars: number): Price {
  return { RUB: roubles * 100, USD: dollars * 100 };
}

function tariff(
  id: number,
  abilities: readonly Ability[],
  monthly: Price | null,
  more: Partial<Omit<Tariff, 'id' | 'abilities' | 'monthly'>> = {},
): Tariff {
  return { id, abilities, monthly, messagesPerMonth: 0, aiMicroUsdPerMonth: 0, ...more };
}
