/** Topics of a shop's webhooks that are recorded, as Shopify names them. */
export const SHOP_TOPICS = {
  orders: ['orders/create', 'orders/updated', 'orders/paid', 'orders/fulfilled', 'orders/cancelled'],
  checkouts: ['checkouts/create', 'checkouts/update'],
} as const;

/** Topics whose payloads name no customer: they are taken, and nothing is recorded. */
export const SILENT_SHOP_TOPICS = ['carts/create', 'carts/update'] as const;
