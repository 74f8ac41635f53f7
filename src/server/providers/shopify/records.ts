import type { ApiClient, CartItem } from '#contract/integrations/items.ts';
import { WebAddress } from '#contract/primitives.ts';
import type { ShopOrder } from '#server/connections/shop-port.ts';
import type { Buyer, Checkout, Line, Order } from './shapes.ts';

const MAX_LINES = 200;
/** Characters, as the public API takes them. */
const LONGEST = { key: 120, name: 200, phone: 40, title: 300, number: 60, cause: 300, comment: 2_000, url: 2_000 };

/** Carts of API clients have keys of their own beside those of shops. */
const cartKeyOf = (token: string) => `shopify:${token}`.slice(0, LONGEST.key);

/** An order in the terms of the public API. */
export function toOrder(order: Order): ShopOrder {
  const { id, name, currency, created_at: createdAt, updated_at: updatedAt, checkout_token: token } = order;
  const amount = order.current_total_price ?? order.total_price;
  return {
    externalId: id.slice(0, LONGEST.key),
    ...(name && { number: name.slice(0, LONGEST.number) }),
    client: buyerOf(order),
    status: statusOf(order),
    ...(order.financial_status && { statusText: order.financial_status.slice(0, LONGEST.number) }),
    deliveryKind: order.shipping_address ? 'DeliveryByCourier' : null,
    items: linesOf(order.line_items).map(({ title, quantity }) => ({ title, amount: quantity })),
    ...(amount !== null && { total: totalOf(amount, currency) }),
    ...(createdAt && { createdAt: createdAt.toString() }),
    ...(updatedAt && { changedAt: updatedAt.toString() }),
    ...(order.cancelled_at && { cancelCause: order.cancel_reason?.slice(0, LONGEST.cause) ?? null }),
    ...(order.note && { comment: order.note.slice(0, LONGEST.comment) }),
    ...(token && { cartExternalId: cartKeyOf(token) }),
  };
}

/** A checkout in the terms of the public API: a cart that became an order once it is completed. */
export function toCart(checkout: Checkout): CartItem {
  const { token, currency, total_price: amount, updated_at: updatedAt, abandoned_checkout_url: url } = checkout;
  const isUrl = WebAddress.max(LONGEST.url).safeParse(url).success;
  return {
    externalId: cartKeyOf(token),
    client: buyerOf(checkout),
    items: linesOf(checkout.line_items).map(({ title, quantity, price }) => ({
      title,
      quantity,
      priceMinor: price === null ? null : minorOf(price, currency),
    })),
    ...(amount !== null && { total: totalOf(amount, currency) }),
    url: isUrl ? url : null,
    ...(checkout.completed_at && { status: 'ordered' as const }),
    ...(updatedAt && { updatedAt: updatedAt.toString() }),
  };
}

/**
 * A payment is no step on the order's way. An archived order keeps its step. An order without an address of delivery
 * is over once it is fulfilled.
 */
function statusOf(order: Order): string {
  if (order.cancelled_at) return 'Cancelled';
  if (order.fulfillment_status !== 'fulfilled') return 'Unconfirmed';
  if (!order.shipping_address) return 'Closed';
  const sent = order.fulfillments.filter(({ status }) => status !== 'cancelled');
  const isDelivered = sent.length > 0 && sent.every((one) => one.shipment_status === 'delivered');
  return isDelivered ? 'Delivered' : 'OnWay';
}

/** Null where nothing names the buyer: an id of the shop, or a phone. */
function buyerOf({ email, phone, customer, shipping_address: to, billing_address: payer }: Buyer): ApiClient | null {
  const phones = [phone, customer?.phone, to?.phone, payer?.phone, customer?.default_address?.phone];
  const found = phones.find((one) => one !== null && one !== undefined) ?? null;
  const externalId = customer?.id ?? null;
  if (externalId === null && found === null) return null;
  return {
    ...(externalId !== null && { externalId: externalId.slice(0, LONGEST.key) }),
    name:
      [customer, to, payer]
        .map(nameOf)
        .find((name) => name !== '')
        ?.slice(0, LONGEST.name) ?? '',
    phone: found?.slice(0, LONGEST.phone) ?? null,
    email: (email ?? customer?.email ?? null)?.slice(0, LONGEST.name) ?? null,
  };
}

function nameOf(person: Buyer['billing_address']): string {
  const full = [person?.first_name, person?.last_name].filter(Boolean).join(' ');
  return full || (person?.name ?? '');
}

function linesOf(lines: readonly Line[]): { title: string; quantity: number; price: number | null }[] {
  return lines.slice(0, MAX_LINES).flatMap(({ title, name, quantity, price }) => {
    const words = (title ?? name)?.slice(0, LONGEST.title);
    return words ? [{ title: words, quantity: quantity ?? 1, price }] : [];
  });
}

const totalOf = (amount: number, currency: string | null) => ({
  amountMinor: minorOf(amount, currency),
  ...(currency && { currency }),
});

/** Converts an amount in the currency's main unit to minor units. */
function minorOf(amount: number, currency: string | null): number {
  const format = currency === null ? null : new Intl.NumberFormat('en', { style: 'currency', currency });
  return Math.round(amount * 10 ** (format?.resolvedOptions().maximumFractionDigits ?? 2));
}
