import { randomUUIDv7 } from 'node:crypto';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { ratingsAdded } from './jobs.ts';
import {
  causeOf,
  findQuota,
  increaseQuota,
  isBooked,
  openQuota,
  type QuotaCause,
  takeFromQuota,
} from './quota-queries.ts';
import { RATINGS_WARNING_AT, TRIAL_RATINGS } from './rules.ts';

/** How many ratings the cabinet may still see. A cabinet that never had a balance has the ratings of its trial. */
export async function ratingsLeft(scope: TenantScope): Promise<number> {
  return (await findQuota(scope, 'ratings')) ?? TRIAL_RATINGS;
}

/**
 * Takes ratings from the quota. Everybody else who spends it waits until this transaction ends, so it is never overdrawn.
 *
 * @param now the product's time, for the notices this may raise
 * @returns how many were granted: `wanted`, or what was left
 */
export async function spendRatings(scope: TenantScope, wanted: number, now: Temporal.Instant): Promise<number> {
  return take(scope, { wanted, cause: causeOf('spent') }, now);
}

async function take(
  scope: TenantScope,
  { wanted, cause }: { wanted: number; cause: QuotaCause },
  now: Temporal.Instant,
): Promise<number> {
  await openQuota(scope, 'ratings', TRIAL_RATINGS);
  const { granted, left } = await takeFromQuota(scope, 'ratings', { wanted, cause });
  if (left === 0) {
    await resolveNotice(scope, now, 'ratings_low');
    await raiseNotice(scope, now, {
      kind: 'ratings_exhausted',
      key: 'ratings_exhausted',
      severity: 'bad',
      params: { left },
    });
  } else if (left <= RATINGS_WARNING_AT) {
    await raiseNotice(scope, now, { kind: 'ratings_low', key: 'ratings_low', severity: 'attention', params: { left } });
  }
  return granted;
}

/**
 * Tops the quota up, resolves the notices that no longer hold, and shows the reviews that waited.
 *
 * @param count above zero
 * @param cause identity of the payment: the same one is booked once
 */
export async function addRatings(scope: ActionScope, count: number, cause = causeOf('top_up')): Promise<void> {
  if (await isBooked(scope, 'ratings', cause.key)) return;
  await openQuota(scope, 'ratings', TRIAL_RATINGS);
  const left = await increaseQuota(scope, 'ratings', { count, cause });
  const now = scope.clock.now();
  await resolveNotice(scope, now, 'ratings_exhausted');
  if (left > RATINGS_WARNING_AT) await resolveNotice(scope, now, 'ratings_low');
  await emit(scope, ratingsAdded, { dedupeKey: randomUUIDv7(), facts: { left }, occurredAt: now });
  await announce(scope, 'billing');
}

/** Takes back ratings that were given, as far as they are left. @param cause booked once @returns how many were taken */
export async function withdrawRatings(scope: ActionScope, wanted: number, cause: QuotaCause): Promise<number> {
  return wanted > 0 ? take(scope, { wanted, cause }, scope.clock.now()) : 0;
}

/** Sets the quota, as the operator decides; a larger one is a top-up. */
export async function setRatings(scope: ActionScope, wanted: number): Promise<void> {
  const left = await ratingsLeft(scope);
  const cause = causeOf('correction');
  if (wanted > left) await addRatings(scope, wanted - left, cause);
  else if (wanted < left) await take(scope, { wanted: left - wanted, cause }, scope.clock.now());
}
