import type { CatalogueItem, FlowerOrderLine } from '#contract/assistants/flower-shop/calls.ts';
import type { FlowerShopPlugin } from '#contract/assistants/flower-shop/settings.ts';

/** An order as the model gives it. */
export type WantedOrder = {
  items: readonly { sku: string; quantity: number }[];
  way: 'delivery' | 'pickup';
  when: string;
  zone: string | null;
  address: string | null;
  recipient_name: string | null;
  recipient_phone: string | null;
  card_text: string | null;
  comment: string | null;
};

/**
 * Why an order was not placed.
 * - `no_items`, `not_in_catalogue`: a thing that is not sold, or is sold out.
 * - `no_delivery`, `no_pickup`: the shop does not do this.
 * - `needs_…`: the client has not said it yet. `which_zone`: several, or none of that name.
 * - `not_open`: the shop cannot have it ready then.
 */
export type OrderRefusal =
  | 'no_items'
  | 'not_in_catalogue'
  | 'no_delivery'
  | 'no_pickup'
  | 'which_zone'
  | 'needs_time'
  | 'needs_address'
  | 'needs_name'
  | 'needs_phone'
  | 'not_open';

export const NEXT_BY_REFUSAL: Readonly<Record<OrderRefusal, string>> = {
  no_items: 'Ask the client what they want; search_catalogue has what is sold.',
  not_in_catalogue: 'This is not sold: do not promise it. Offer what search_catalogue finds.',
  no_delivery: 'The shop does not deliver: offer to pick it up at the address listed here.',
  no_pickup: 'Orders are delivered only: ask the client for the address.',
  which_zone: 'Ask the client which of these zones the address is in, then call again with its title.',
  needs_time: 'Ask the client for the day and time, then call again with them as YYYY-MM-DD HH:MM.',
  needs_address: 'Ask the client for the address of the delivery, then call again with it.',
  needs_name: 'Ask the client who receives the order, then call again with the name.',
  needs_phone: 'Ask the client for the phone of who receives the order, then call again with it.',
  not_open: 'It cannot be ready then: offer the client the days and hours listed here.',
};

export type ChosenLines =
  | { lines: FlowerOrderLine[] }
  | { refusal: 'no_items' | 'not_in_catalogue'; missing: string[] };

/** Goods of a kind in one order. */
const MAX_QUANTITY = 500;

/** The goods that are meant by their articles or titles, with their present prices. */
export function chooseLines(wanted: WantedOrder['items'], goods: readonly CatalogueItem[]): ChosenLines {
  const chosen = wanted.map(({ sku, quantity }) => {
    const name = sku.trim().toLowerCase();
    const good =
      goods.find((one) => one.sku.toLowerCase() === name) ?? goods.find((one) => one.title.toLowerCase() === name);
    return { name: sku, good: good?.isAvailable ? good : undefined, quantity };
  });
  if (chosen.length === 0) return { refusal: 'no_items', missing: [] };
  const missing = chosen.filter(({ good }) => !good).map(({ name }) => name);
  if (missing.length > 0) return { refusal: 'not_in_catalogue', missing };
  const lines = new Map<string, FlowerOrderLine>();
  for (const { good, quantity } of chosen) {
    if (!good) continue;
    const { sku, title, price } = good;
    const line = lines.getOrInsertComputed(sku, () => ({ sku, title, priceMinor: price.amountMinor, quantity: 0 }));
    line.quantity = Math.min(MAX_QUANTITY, line.quantity + Math.max(1, Math.round(quantity)));
  }
  return { lines: [...lines.values()] };
}

export type ChosenZone = { zone: FlowerShopPlugin['zones'][number] | null } | { refusal: 'which_zone' };

/** The zone that is meant; the only one always is. Null: the order is picked up. */
export function chooseZone({ zones }: FlowerShopPlugin, { way, zone, address }: WantedOrder): ChosenZone {
  if (way === 'pickup') return { zone: null };
  const [only] = zones;
  if (only && zones.length === 1) return { zone: only };
  const fold = (text: string) => text.trim().toLowerCase().replaceAll('ё', 'е');
  const named =
    zones.find(({ title }) => fold(title) === fold(zone ?? '')) ??
    zones.find(({ title }) => fold(address ?? '').includes(fold(title)));
  return named ? { zone: named } : { refusal: 'which_zone' };
}

export type OrderSums = { goodsMinor: number; deliveryMinor: number };

/** The sums of an order: the product counts, never the model. */
export function sumsOf(
  { freeFromMinor }: FlowerShopPlugin,
  lines: readonly FlowerOrderLine[],
  zone: { priceMinor: number } | null,
): OrderSums {
  const goodsMinor = lines.reduce((sum, { priceMinor, quantity }) => sum + priceMinor * quantity, 0);
  const isFree = freeFromMinor !== null && goodsMinor >= freeFromMinor;
  return { goodsMinor, deliveryMinor: zone && !isFree ? zone.priceMinor : 0 };
}

/** A phone as people write it; null for what is none. */
export function readPhone(text: string | null): string | null {
  const digits = (text ?? '').replaceAll(/\D/g, '');
  return digits.length >= 7 && digits.length <= 15 ? (text ?? '').trim().slice(0, 40) : null;
}
