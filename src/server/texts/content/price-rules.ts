import type { Config } from '#server/platform/deployment/config.ts';

export type Prices = Config['messagePrices'];

/** Recipients of one price: their channel's kind, what is sent, and the first digits of their phones, or all. */
export type Priced = {
  kind: string;
  /** The provider's category of the template, or `service` for free text. */
  category: string;
  prefix: string;
  contacts: number;
  /** Parts of one message. */
  parts: number;
};

export type Price = { amount: number; currency: string };

/** The price of recipients, and those among them whose price is not known. */
export function priceOf(groups: readonly Priced[], prices: Prices): { price: Price | null; unpriced: number } {
  let [amount, unpriced] = [0, 0];
  let currency: string | null = null;
  for (const { kind, category, prefix, contacts, parts } of groups) {
    const list = prices[kind];
    const one = list && unitPrice(list.prices, { category, prefix });
    if (list && one !== undefined) {
      amount += one * contacts * parts;
      ({ currency } = list);
    } else unpriced += contacts;
  }
  return { price: currency === null ? null : { amount: rounded(amount), currency }, unpriced };
}

/** The price of one message, not rounded; null where it is not known. */
export function priceOfMessage(message: Omit<Priced, 'contacts'>, prices: Prices): Price | null {
  const list = prices[message.kind];
  const one = list && unitPrice(list.prices, message);
  return list && one !== undefined ? { amount: one * message.parts, currency: list.currency } : null;
}

/** The price of the longest prefix that fits; a price for the category comes before one for any. */
function unitPrice(
  prices: Prices[string]['prices'],
  { category, prefix }: Pick<Priced, 'category' | 'prefix'>,
): number | undefined {
  const fitting = prices.filter(
    (one) => prefix.startsWith(one.prefix) && (one.category === undefined || one.category === category),
  );
  const [best] = fitting.toSorted(
    (a, b) => b.prefix.length - a.prefix.length || Number(a.category === undefined) - Number(b.category === undefined),
  );
  return best?.price;
}

/** Adds prices by currency. */
export function sumByCurrency(prices: readonly Price[]): Price[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of prices) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ amount: rounded(amount), currency }));
}

const rounded = (amount: number) => Math.round(amount * 100) / 100;
