import type { Sim } from '../sim/sim.ts';
import { found } from '../values/control-error.ts';
import { seedShops } from './fixtures.ts';

export type Customer = {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
};
export type Line = { title: string; quantity: number; price: string };

/** An order as its webhooks show it. */
export type Order = {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  currency: string;
  total_price: string;
  current_total_price: string;
  financial_status: 'pending' | 'paid';
  fulfillment_status: 'fulfilled' | null;
  fulfillments: { id: number; status: string; shipment_status: string | null }[];
  cancelled_at: string | null;
  cancel_reason: string | null;
  closed_at: string | null;
  created_at: string;
  updated_at: string;
  checkout_token: string | null;
  customer: Customer | null;
  shipping_address: { name: string; phone: string | null; city: string } | null;
  billing_address: null;
  line_items: Line[];
  note: string | null;
  test: boolean;
};

/** A checkout as its webhooks show it. */
export type Checkout = {
  id: number;
  token: string;
  cart_token: string;
  email: string | null;
  phone: string | null;
  currency: string;
  total_price: string;
  abandoned_checkout_url: string;
  completed_at: string | null;
  created_at: string;
  updated_at: string;
  customer: Customer | null;
  line_items: Line[];
};

/** An address that the owner has entered for a topic. */
type Webhook = { id: number; topic: string; address: string };

export type Shop = {
  domain: string;
  name: string;
  currency: string;
  /** Signs all webhooks that are entered in the shop's settings. */
  secret: string;
  customers: Customer[];
  goods: Line[];
  orders: Order[];
  checkouts: Checkout[];
  webhooks: Webhook[];
};

type ShopifyState = { shops: Shop[] };

/** The topics that the simulator posts. */
export const TOPICS = [
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/fulfilled',
  'orders/cancelled',
  'checkouts/create',
  'checkouts/update',
  'carts/create',
  'carts/update',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The state of the service, seeded when it is first asked for. */
export function shopifyState(sim: Sim): ShopifyState {
  return (sim.state.services['shopify'] ??= { shops: seedShops() } satisfies ShopifyState) as ShopifyState; // NOTE: nobody else writes below this name
}

export const shopNamed = (sim: Sim, domain: string): Shop =>
  found(
    shopifyState(sim).shops.find((one) => one.domain === domain),
    'shop',
  );
