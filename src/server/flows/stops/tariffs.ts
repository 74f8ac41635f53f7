import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { hasTariff } from '#server/billing/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** @returns the tariffs that have a kind when the cabinet's lacks it; empty when the flow may work */
export async function requiredTariffs(
  scope: TenantScope,
  kind: FlowKind,
  now: Temporal.Instant,
): Promise<readonly number[]> {
  const { tariffs } = flowKind(kind);
  for (const tariff of tariffs) if (await hasTariff(scope, tariff, now)) return [];
  return tariffs;
}
