import type { FlowKind } from './flows.ts';

/**
 * Tariffs that include a kind of flow, by the ids of the specification, section 3: 4 and 5 iiko, 10 and 11 shops, 15
 * API.
 * Kinds that are absent are in every tariff.
 */
export const TARIFFS_OF_KIND: Partial<Record<FlowKind, readonly number[]>> = {
  order_status: [4, 5, 15],
  abandoned_cart: [10, 11, 15],
  api_event: [15],
};
