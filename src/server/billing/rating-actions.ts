import { randomUUIDv7 } from 'node:crypto';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { ratingsAdded } from './jobs.ts';
import { findRatings, increaseRatings, takeFromRatings } from './rating-queries.ts';
import { RATINGS_WARNING_AT } from './rules.ts';

/** How many ratings the cabinet may still see. A cabinet that never had a balance has the ratings of its trial. */
export async function ratingsLeft(scope: TenantScope): Promise<number> {
  return findRatings(scope);
}

/**
 * Takes ratings from the quota. Everybody else who spends it waits until this transaction ends, so it is never overdrawn.
 *
 * @param now the product's time, for the notices this may raise
 * @returns how many were granted: `wanted`, or what was left
 */
export async function spendRatings(scope: TenantScope, wanted: number, now: Temporal.Instant): Promise<number> {
  const { granted, left } = await takeFromRatings(scope, wanted);
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

/** Tops the quota up, resolves the notices that no longer hold, and shows the reviews that waited. */
export async function addRatings(scope: ActionScope, count: number): Promise<void> {
  const left = await increaseRatings(scope, count);
  const now = scope.clock.now();
  await resolveNotice(scope, now, 'ratings_exhausted');
  if (left > RATINGS_WARNING_AT) await resolveNotice(scope, now, 'ratings_low');
  await emit(scope, ratingsAdded, { dedupeKey: randomUUIDv7(), facts: { left }, occurredAt: now });
  await announce(scope, 'billing');
}
