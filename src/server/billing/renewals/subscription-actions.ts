import type { Subscription, SubscriptionId } from '#contract/billing/subscriptions.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { toSubscription } from './subscription-reads.ts';
import { findSubscription, lockSubscription, updateSubscription } from './subscription-queries.ts';

/** Turns a renewal off; the job stops it at the end of what is paid for. @throws {Problem} `subscription.not_found` */
export async function cancelSubscription(scope: ActionScope, id: SubscriptionId): Promise<Subscription> {
  const { canceledAt } = await lock(scope, id);
  const now = scope.clock.now();
  if (!canceledAt) {
    await updateSubscription(scope, id, { canceledAt: now, stepAt: now });
    await recordAudit(scope, { action: 'renewal.changed', object: { kind: 'tariff', id }, after: { isOn: false } });
  }
  return present(scope, id);
}

/** Takes back that it was turned off. @throws {Problem} `subscription.not_found`, `subscription.ended` */
export async function resumeSubscription(scope: ActionScope, id: SubscriptionId): Promise<Subscription> {
  const { canceledAt, dueAt } = await lock(scope, id);
  const now = scope.clock.now();
  if (canceledAt && !isBefore(now, dueAt)) throw new Problem('subscription.ended');
  if (canceledAt) {
    await updateSubscription(scope, id, { canceledAt: null, stepAt: now });
    await recordAudit(scope, { action: 'renewal.changed', object: { kind: 'tariff', id }, after: { isOn: true } });
  }
  return present(scope, id);
}

async function lock(scope: ActionScope, id: SubscriptionId) {
  const subscription = await lockSubscription(scope, id);
  if (!subscription) throw new Problem('subscription.not_found');
  return subscription;
}

async function present(scope: ActionScope, id: SubscriptionId): Promise<Subscription> {
  const subscription = await findSubscription(scope, id);
  if (!subscription) throw new Problem('subscription.not_found');
  await announce(scope, 'billing');
  return toSubscription(scope, subscription);
}
