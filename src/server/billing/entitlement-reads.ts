import { type Ability, tariffsWith } from '#contract/billing/tariffs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { listPaidTariffs } from './entitlement-queries.ts';
import { listGracePeriods } from './renewals/renewal-reads.ts';
import { type Entitlements, entitlementsOf } from './entitlement-rules.ts';

/** Reads what the cabinet may use now, by its trial and its payments: every room asks here. */
export async function getEntitlements(scope: TenantScope, now: Temporal.Instant): Promise<Entitlements> {
  const { paidUntil, isTrial } = await getTenant(scope);
  if (paidUntil === null) return entitlementsOf({ paidUntil, isTrial }, [], now);
  return entitlementsOf({ paidUntil, isTrial }, await listPaidTariffs(scope), now, await listGracePeriods(scope, now));
}

export async function hasAbility(scope: TenantScope, ability: Ability, now: Temporal.Instant): Promise<boolean> {
  return (await getEntitlements(scope, now)).abilities.includes(ability);
}

/** @returns the tariffs that have an ability the cabinet lacks; empty when it has it */
export async function missingTariffs(
  scope: TenantScope,
  ability: Ability,
  now: Temporal.Instant,
): Promise<readonly number[]> {
  return (await hasAbility(scope, ability, now)) ? [] : tariffsWith(ability);
}

/** @throws {Problem} `tariff.missing` with the ability and the tariffs that have it */
export async function requireAbility(scope: TenantScope, ability: Ability, now: Temporal.Instant): Promise<void> {
  const tariffIds = await missingTariffs(scope, ability, now);
  if (tariffIds.length > 0) throw new Problem('tariff.missing', { ability, tariffIds: [...tariffIds] });
}
