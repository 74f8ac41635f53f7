import type { Service } from '../sim/service.ts';
import { controlShopify } from './control.ts';
import { SHOPIFY_STAFF } from './staff.ts';
import { shopifyState } from './state.ts';

/** Shopify: two shops that post their orders and checkouts to the addresses that their owners have entered. */
export const SHOPIFY: Service = {
  name: 'shopify',
  refusal: (_status, message) => ({ errors: message }),
  serve: controlShopify,
  keys: (sim) =>
    shopifyState(sim).shops.map(({ name, domain, secret, webhooks }) => ({
      business: name,
      keys: [
        { label: 'Shop', value: domain },
        { label: 'Webhook signing secret', value: secret },
      ],
      isTaken: webhooks.length > 0,
    })),
  staff: SHOPIFY_STAFF,
};
