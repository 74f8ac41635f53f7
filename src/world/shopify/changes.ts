import { createHmac } from 'node:crypto';
import type { Sim } from '../sim/sim.ts';
import { ControlError, found } from '../values/control-error.ts';
import type { Checkout, Customer, Line, Order, Shop, Topic } from './state.ts';

const nowOf = (sim: Sim) => new Date(sim.clock.now()).toISOString().replace(/\.\d+Z$/, '+00:00');

const totalOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0).toFixed(2);

type Buyer = { customerId: number | null; phone?: string | null | undefined };

/** Leaves a checkout with the first of the goods. */
export function leaveCheckout(sim: Sim, shop: Shop, { customerId, phone }: Buyer): Checkout {
  const customer = customerOf(shop, customerId);
  const lines = shop.goods.slice(0, 1);
  const token = sim.ids.hex('shopify.checkout', 32);
  const checkout: Checkout = {
    id: 30_000_000_000 + sim.ids.next('shopify.checkout-id'),
    token,
    cart_token: sim.ids.hex('shopify.cart', 32),
    email: customer?.email ?? null,
    phone: phone ?? customer?.phone ?? null,
    currency: shop.currency,
    total_price: totalOf(lines),
    abandoned_checkout_url: `https://${shop.domain}/checkouts/ac/${token}/recover`,
    completed_at: null,
    created_at: nowOf(sim),
    updated_at: nowOf(sim),
    customer,
    line_items: lines,
  };
  shop.checkouts.push(checkout);
  post(sim, shop, 'checkouts/create', checkout);
  sim.changed('shopify');
  return checkout;
}

/** Changes how many are in a checkout. */
export function changeCheckout(sim: Sim, shop: Shop, checkout: Checkout, quantity: number): void {
  checkout.line_items = checkout.line_items.map((line) => ({ ...line, quantity }));
  checkout.total_price = totalOf(checkout.line_items);
  touch(sim, shop, checkout);
  post(sim, shop, 'checkouts/update', checkout);
}

/** Places an order, from a checkout or without one. */
export function placeOrder(
  sim: Sim,
  shop: Shop,
  about: Buyer & { checkout?: Checkout | undefined; isPickup?: boolean | undefined; isPaid?: boolean | undefined },
): Order {
  const { checkout, isPickup = false, isPaid = false } = about;
  const customer = checkout ? checkout.customer : customerOf(shop, about.customerId);
  const phone = checkout ? checkout.phone : (about.phone ?? null);
  const lines = checkout?.line_items ?? shop.goods;
  const number = sim.ids.next('shopify.order');
  const name = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');
  const order: Order = {
    id: 5_500_000_000_000 + number,
    name: `#${1000 + number}`,
    email: customer?.email ?? null,
    phone,
    currency: shop.currency,
    total_price: totalOf(lines),
    current_total_price: totalOf(lines),
    financial_status: isPaid ? 'paid' : 'pending',
    fulfillment_status: null,
    fulfillments: [],
    cancelled_at: null,
    cancel_reason: null,
    closed_at: null,
    created_at: nowOf(sim),
    updated_at: nowOf(sim),
    checkout_token: checkout?.token ?? null,
    customer,
    shipping_address: isPickup ? null : { name, phone: customer?.phone ?? null, city: 'London' },
    billing_address: null,
    line_items: lines,
    note: null,
    test: false,
  };
  shop.orders.push(order);
  post(sim, shop, 'orders/create', order);
  if (isPaid) post(sim, shop, 'orders/paid', order);
  if (checkout) {
    checkout.completed_at = nowOf(sim);
    touch(sim, shop, checkout);
    post(sim, shop, 'checkouts/update', checkout);
  }
  sim.changed('shopify');
  return order;
}

export function pay(sim: Sim, shop: Shop, order: Order): void {
  requireOpen(order);
  order.financial_status = 'paid';
  changed(sim, shop, order, 'orders/paid');
}

export function fulfil(sim: Sim, shop: Shop, order: Order): void {
  requireOpen(order);
  if (order.fulfillment_status === 'fulfilled') throw new ControlError(409, 'the order is fulfilled');
  order.fulfillment_status = 'fulfilled';
  order.fulfillments = [{ id: order.id + 1, status: 'success', shipment_status: null }];
  changed(sim, shop, order, 'orders/fulfilled');
}

/** The carrier delivers a shipment. */
export function deliver(sim: Sim, shop: Shop, order: Order): void {
  requireOpen(order);
  if (order.fulfillments.length === 0) throw new ControlError(409, 'the order is not fulfilled');
  order.fulfillments = order.fulfillments.map((one) => ({ ...one, shipment_status: 'delivered' }));
  changed(sim, shop, order, null);
}

export function cancel(sim: Sim, shop: Shop, order: Order): void {
  requireOpen(order);
  order.cancelled_at = nowOf(sim);
  order.cancel_reason = 'customer';
  changed(sim, shop, order, 'orders/cancelled');
}

function requireOpen({ cancelled_at: at }: Order): void {
  if (at !== null) throw new ControlError(409, 'the order is cancelled');
}

/** Each change of an order is posted under its own topic and as an update. */
function changed(sim: Sim, shop: Shop, order: Order, topic: Topic | null): void {
  touch(sim, shop, order);
  if (topic) post(sim, shop, topic, order);
  post(sim, shop, 'orders/updated', order);
}

function touch(sim: Sim, _shop: Shop, record: { updated_at: string }): void {
  record.updated_at = nowOf(sim);
  sim.changed('shopify');
}

/** Posts a record to the addresses that are entered for the topic, signed with the secret of the shop. */
function post(sim: Sim, shop: Shop, topic: Topic, record: object): void {
  const body = JSON.stringify(record);
  for (const { address } of shop.webhooks.filter((one) => one.topic === topic))
    sim.webhooks.send({
      channel: 'shopify',
      url: address,
      body,
      headers: headersOf(sim, shop, topic, body),
      tag: topic,
    });
}

function headersOf(sim: Sim, shop: Shop, topic: Topic, body: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': createHmac('sha256', shop.secret).update(body).digest('base64'),
    'x-shopify-shop-domain': shop.domain,
    'x-shopify-webhook-id': sim.ids.hex('shopify.delivery', 32),
    'x-shopify-api-version': '2026-07',
  };
}

/** Enters an address for topics; one that is entered already stays as it is. */
export function enterWebhooks(sim: Sim, shop: Shop, topics: readonly Topic[], address: string): void {
  for (const topic of topics)
    if (!shop.webhooks.some((one) => one.topic === topic && one.address === address))
      shop.webhooks.push({ id: sim.ids.next('shopify.webhook'), topic, address });
  sim.changed('shopify');
}

function customerOf({ customers }: Shop, id: number | null): Customer | null {
  return id === null
    ? null
    : found(
        customers.find((one) => one.id === id),
        'customer',
      );
}
