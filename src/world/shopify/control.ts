import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { found, readOrder } from '../values/control-error.ts';
import { cancel, changeCheckout, deliver, enterWebhooks, fulfil, leaveCheckout, pay, placeOrder } from './changes.ts';
import { shopifyState, shopNamed, TOPICS } from './state.ts';

const Which = z.strictObject({ shop: z.string().default('romashka-flowers.myshopify.com') });
const Buyer = Which.extend({ customerId: z.int().nullable().default(null), phone: z.string().nullable().optional() });
const STEPS = { pay, fulfil, deliver, cancel };

export function controlShopify(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/shopify', async () => shopifyState(sim));
  app.patch('/_sim/shopify', async (request) => {
    const { shop, secret } = readOrder(Which.extend({ secret: z.string().min(1) }), request.body);
    shopNamed(sim, shop).secret = secret;
    sim.changed('shopify');
    return {};
  });
  app.post('/_sim/shopify/webhooks', async (request) => {
    const Order = Which.extend({ address: z.url(), topics: z.array(z.enum(TOPICS)).default([...TOPICS]) });
    const { shop, address, topics } = readOrder(Order, request.body);
    enterWebhooks(sim, shopNamed(sim, shop), topics, address);
    return {};
  });
  app.post('/_sim/shopify/checkouts', async (request) => {
    const { shop, ...buyer } = readOrder(Buyer, request.body);
    return leaveCheckout(sim, shopNamed(sim, shop), buyer);
  });
  app.patch<{ Params: { token: string } }>('/_sim/shopify/checkouts/:token', async (request) => {
    const { shop: domain, quantity } = readOrder(Which.extend({ quantity: z.int().min(1) }), request.body);
    const shop = shopNamed(sim, domain);
    const checkout = found(
      shop.checkouts.find(({ token }) => token === request.params.token),
      'checkout',
    );
    changeCheckout(sim, shop, checkout, quantity);
    return checkout;
  });
  app.post('/_sim/shopify/orders', async (request) => {
    const Order = Buyer.extend({
      checkoutToken: z.string().optional(),
      isPickup: z.boolean().optional(),
      isPaid: z.boolean().optional(),
    });
    const { shop: domain, checkoutToken, ...about } = readOrder(Order, request.body);
    const shop = shopNamed(sim, domain);
    const checkout = checkoutToken
      ? found(
          shop.checkouts.find(({ token }) => token === checkoutToken),
          'checkout',
        )
      : undefined;
    return placeOrder(sim, shop, { ...about, checkout });
  });
  app.post<{ Params: { id: string; step: string } }>('/_sim/shopify/orders/:id/:step', async (request) => {
    const shop = shopNamed(sim, readOrder(Which, request.body).shop);
    const order = found(
      shop.orders.find(({ id }) => String(id) === request.params.id),
      'order',
    );
    const step = found(
      Object.entries(STEPS).find(([name]) => name === request.params.step),
      'step',
    );
    step[1](sim, shop, order);
    return order;
  });
}
