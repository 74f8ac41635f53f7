import { randomUUIDv7 } from 'node:crypto';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { aiReviewsAdded } from './jobs.ts';
import {
  causeOf,
  findQuota,
  increaseQuota,
  isBooked,
  openQuota,
  type QuotaCause,
  takeFromQuota,
} from './quota-queries.ts';
import { AI_REVIEWS_WARNING_AT } from './rules.ts';

/** The quota needs the product's time, and the number that a cabinet begins with. */
type QuotaScope = TenantScope & Pick<ActionScope, 'clock' | 'config'>;

/** How many replies to reviews a model may still write. A cabinet that never used any has those of its trial. */
export async function aiReviewsLeft(scope: TenantScope & Pick<ActionScope, 'config'>): Promise<number> {
  return (await findQuota(scope, 'ai_reviews')) ?? scope.config.ai.trialReviews;
}

/**
 * Takes replies from the quota. Everybody else who spends it waits until this transaction ends, so it is never overdrawn.
 *
 * @returns how many were granted: `wanted`, or what was left
 */
export async function spendAiReviews(scope: QuotaScope, wanted: number): Promise<number> {
  return take(scope, { wanted, cause: causeOf('spent') });
}

async function take(scope: QuotaScope, { wanted, cause }: { wanted: number; cause: QuotaCause }): Promise<number> {
  await openQuota(scope, 'ai_reviews', scope.config.ai.trialReviews);
  const { granted, left } = await takeFromQuota(scope, 'ai_reviews', { wanted, cause });
  const now = scope.clock.now();
  if (left === 0) {
    await resolveNotice(scope, now, 'ai_reviews_low');
    await raiseNotice(scope, now, {
      kind: 'ai_reviews_exhausted',
      key: 'ai_reviews_exhausted',
      severity: 'bad',
      params: { left },
    });
  } else if (left <= AI_REVIEWS_WARNING_AT) {
    await raiseNotice(scope, now, {
      kind: 'ai_reviews_low',
      key: 'ai_reviews_low',
      severity: 'attention',
      params: { left },
    });
  }
  await announce(scope, 'billing');
  return granted;
}

/** Returns replies that were taken and not written. The caller goes on by itself, so no event is emitted. */
export async function returnAiReviews(scope: QuotaScope, count: number): Promise<void> {
  await resolveFor(scope, await increase(scope, { count, cause: causeOf('returned') }));
}

async function increase(scope: QuotaScope, added: { count: number; cause: QuotaCause }): Promise<number> {
  await openQuota(scope, 'ai_reviews', scope.config.ai.trialReviews);
  return increaseQuota(scope, 'ai_reviews', added);
}

/**
 * Tops the quota up, resolves the notices that no longer hold, and has the replies written that waited.
 *
 * @param count above zero
 * @param cause identity of the payment: the same one is booked once
 */
export async function addAiReviews(scope: ActionScope, count: number, cause = causeOf('top_up')): Promise<void> {
  if (await isBooked(scope, 'ai_reviews', cause.key)) return;
  const left = await increase(scope, { count, cause });
  await resolveFor(scope, left);
  await emit(scope, aiReviewsAdded, {
    dedupeKey: randomUUIDv7(),
    facts: { left },
    occurredAt: scope.clock.now(),
  });
}

/** Sets the quota, as the operator decides; a larger one is a top-up. */
export async function setAiReviews(scope: ActionScope, wanted: number): Promise<void> {
  const left = await aiReviewsLeft(scope);
  const cause = causeOf('correction');
  if (wanted > left) await addAiReviews(scope, wanted - left, cause);
  else if (wanted < left) await take(scope, { wanted: left - wanted, cause });
}

async function resolveFor(scope: QuotaScope, left: number): Promise<void> {
  const now = scope.clock.now();
  if (left > 0) await resolveNotice(scope, now, 'ai_reviews_exhausted');
  if (left > AI_REVIEWS_WARNING_AT) await resolveNotice(scope, now, 'ai_reviews_low');
  await announce(scope, 'billing');
}
