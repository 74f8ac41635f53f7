import type { FlowKind } from '#contract/flows.ts';
import { hasTariff } from '#server/billing/actions.ts';
import type { TenantScope } from '#server/platform/db.ts';

/**
 * Tariffs of which a kind of flow needs one, by the ids of the specification, section 3: 4 and 5 iiko, 10 and 11 shops,
 * 15 API. Kinds that are left out are in every tariff.
 */
export const TARIFFS_OF_KIND: Partial<Record<FlowKind, readonly number[]>> = {
  order_status: [4, 5, 15],
  abandoned_cart: [10, 11, 15],
  api_event: [15],
};

/** @returns the tariffs that have a kind when the cabinet's lack it; none when it may work */
export async function tariffsLacking(
  scope: TenantScope,
  kind: FlowKind,
  now: Temporal.Instant,
): Promise<readonly number[]> {
  const tariffs = TARIFFS_OF_KIND[kind] ?? [];
  for (const tariff of tariffs) if (await hasTariff(scope, tariff, now)) return [];
  return tariffs;
}
