/** Kinds of items that API clients may send. */
export const API_SCOPES = ['contacts', 'visits', 'orders', 'carts', 'custom'] as const;

export const CART_STATUSES = ['open', 'ordered', 'abandoned', 'emptied'] as const;
