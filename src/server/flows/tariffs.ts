import type { FlowKind } from '#contract/flows.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** Tariffs of which a kind of flow needs one; kinds that are left out are in every tariff. By the ids of the specification. */
const TARIFFS_OF_KIND: Partial<Record<FlowKind, readonly number[]>> = {};

/** @returns the tariffs that have a kind when the cabinet's lack it; none when it may work */
export async function tariffsLacking(_scope: TenantScope, kind: FlowKind): Promise<readonly number[]> {
  return TARIFFS_OF_KIND[kind] ?? [];
}
