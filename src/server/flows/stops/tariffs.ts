import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { missingTariffs } from '#server/billing/entitlement-reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** @returns the tariffs that have a kind when the cabinet's lacks it; empty when the flow may work */
export async function requiredTariffs(
  scope: TenantScope,
  kind: FlowKind,
  now: Temporal.Instant,
): Promise<readonly number[]> {
  return missingTariffs(scope, flowKind(kind).ability, now);
}
