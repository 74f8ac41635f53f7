/** Kinds of items that API clients may send. */
export const API_SCOPES = ['contacts', 'visits', 'orders', 'carts', 'custom'] as const;

export const CART_STATUSES = ['open', 'ordered', 'abandoned', 'emptied'] as const;

/** Systems without an interface that we could read: a program of the business sends what happens there to our API. */
export const API_SYSTEMS = ['squire', 'zapis', 'shopify', 'yelp'] as const;
/** Proper names, the same in each language. */
export const API_SYSTEM_NAMES = {
  squire: 'Squire',
  zapis: 'Zapis',
  shopify: 'Shopify',
  yelp: 'Yelp',
} as const satisfies Record<ApiSystem, string>;
export type ApiSystem = (typeof API_SYSTEMS)[number];
