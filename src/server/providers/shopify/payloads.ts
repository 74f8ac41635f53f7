import { SHOP_TOPICS, SILENT_SHOP_TOPICS } from '#contract/connections/shop-topics.ts';
import { UnreadablePayload } from '#server/connections/port.ts';
import type { ShopCapability, ShopRecord, StoredPayload } from '#server/connections/shop-port.ts';
import { jsonOf, readAs } from '#server/connections/payload-port.ts';
import { toCart, toOrder } from './records.ts';
import { Checkout, Order } from './shapes.ts';

type Headers = StoredPayload['headers'];

const isOf = (topics: readonly string[], topic: string) => topics.includes(topic);

/** Returns the domain of the shop that posts. */
export const shopOf = (headers: Headers): string | null =>
  headers['x-shopify-shop-domain']?.trim().toLowerCase() || null;

export const deliveryOf = (headers: Headers): string | null => headers['x-shopify-webhook-id']?.trim() || null;

export const readPayload: ShopCapability['readPayload'] = ({ headers, body }) => ({
  branchExternalId: shopOf(headers) ?? '',
  record: recordOf(headers, body),
});

/** A notification that the owner sends to test the address shows a made-up order: nothing is recorded. */
function recordOf(headers: Headers, body: Buffer): ShopRecord | null {
  const topic = headers['x-shopify-topic']?.trim().toLowerCase() ?? '';
  if (isOf(SILENT_SHOP_TOPICS, topic) || headers['x-shopify-test'] === 'true') return null;
  if (isOf(SHOP_TOPICS.orders, topic)) {
    const order = readAs(Order, jsonOf(body));
    return { kind: 'order', item: toOrder(order), currency: order.currency };
  }
  if (isOf(SHOP_TOPICS.checkouts, topic)) {
    const checkout = readAs(Checkout, jsonOf(body));
    return { kind: 'cart', item: toCart(checkout), currency: checkout.currency };
  }
  throw new UnreadablePayload(topic === '' ? 'no topic' : `the topic ${topic.slice(0, 100)} is not read`);
}
