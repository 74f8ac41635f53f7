import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { PaidTariff } from '#server/billing/entitlement-rules.ts';
import { listAttempts } from './charge-queries.ts';
import { type Attempt, gracePeriodOf, type Renewal, renewalOf } from './renewal-rules.ts';
import { listDueTariffs, type StoredSubscription } from './subscription-queries.ts';

/** Computes the state of a subscription from its row and its payments. */
export async function readRenewal(
  scope: TenantScope,
  subscription: StoredSubscription,
  now: Temporal.Instant,
): Promise<{ renewal: Renewal; attempts: (Attempt & { paymentId: string })[] }> {
  const { timeZone } = await getTenant(scope);
  const attempts = await listAttempts(scope, subscription.id, subscription.dueAt);
  return { renewal: renewalOf({ ...subscription, timeZone }, attempts, now), attempts };
}

/** The tariffs that go on for some days without a payment, as periods. */
export async function listGracePeriods(scope: TenantScope, now: Temporal.Instant): Promise<Omit<PaidTariff, 'id'>[]> {
  const due = await listDueTariffs(scope, now);
  if (due.length === 0) return [];
  const { timeZone } = await getTenant(scope);
  return due.flatMap(({ tariffId, units, dueAt, canceledAt }) => {
    const period = gracePeriodOf({ dueAt, canceledAt, timeZone }, now);
    return period ? [{ tariffId, units, ...period }] : [];
  });
}
