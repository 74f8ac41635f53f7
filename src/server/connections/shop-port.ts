import type { CartItem, OrderItem } from '#contract/integrations/items.ts';

/** The headers and the body of a stored payload. */
export type StoredPayload = { headers: Readonly<Record<string, string>>; body: Buffer };

/** An order with its payment as the shop states it. */
export type ShopOrder = OrderItem & { statusText?: string };

/** A record of a shop in the terms of the public API; the currency is that of the shop. */
export type ShopRecord =
  | { kind: 'order'; item: ShopOrder; currency: string | null }
  | { kind: 'cart'; item: CartItem; currency: string | null };

/** Orders and carts, which arrive whole in the payloads. */
export type ShopCapability = {
  /**
   * Translates a payload; null for one of a topic that names no customer.
   *
   * @throws {UnreadablePayload} when the body is not what the vendor documents, or the topic is not read
   */
  readPayload(payload: StoredPayload): { branchExternalId: string; record: ShopRecord | null };
};
