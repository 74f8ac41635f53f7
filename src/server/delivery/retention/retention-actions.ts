import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import {
  addMonth,
  deleteSomeOfMonth,
  dropMonth,
  forgetSomeCalledOff,
  forgetTallies,
  listMonths,
  listMonthsWaiting,
  listTenantsPast,
  longestRetention,
  sumSkips,
} from './retention-queries.ts';
import { sumByTenant } from '#server/delivery/dispatch/sweep-actions.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Tables are created this many months before their month begins. */
const MONTHS_AHEAD = 3;

/** Adds up the tallies that database connections wrote of decisions against messages. */
export async function sumUp(ctx: Context): Promise<void> {
  await sumByTenant(ctx, 'skip_tallies', sumSkips);
}

/**
 * Creates the tables of this month and the next, and of any other month with decisions, each in its own transaction.
 * Safe to repeat.
 */
export async function addMonths(ctx: Context): Promise<void> {
  const thisMonth = monthOf(ctx.clock.now());
  const coming = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => thisMonth.add({ months: ahead }));
  const waiting = await withSystem(ctx, listMonthsWaiting);
  for (const month of waiting) await withSystem(ctx, (scope) => addMonth(scope, { month, hasWaiting: true }));
  for (const month of coming) await withSystem(ctx, (scope) => addMonth(scope, { month, hasWaiting: false }));
}

/**
 * Deletes decisions older than their tenant's retention: a month that no tenant retains is dropped with its table,
 * others are deleted in batches. Whole months are deleted, so that a month is complete or empty. Safe to repeat and
 * to stop half-way: it then throws and is retried.
 */
export async function forgetOld(ctx: Context, signal: AbortSignal): Promise<void> {
  const thisMonth = monthOf(ctx.clock.now());
  const longest = await withSystem(ctx, longestRetention);
  for (const month of await withSystem(ctx, listMonths)) {
    const age = thisMonth.since(month, { largestUnit: 'months' }).months;
    if (age > longest) {
      await withSystem(ctx, (scope) => dropMonth(scope, month));
      continue;
    }
    for (const tenantId of await withSystem(ctx, (scope) => listTenantsPast(scope, month, age))) {
      let isMore = true;
      while (isMore) {
        signal.throwIfAborted();
        isMore = await withSystem(ctx, (scope) => deleteSomeOfMonth(scope, tenantId, month));
      }
    }
  }
  let isMore = true;
  while (isMore) {
    signal.throwIfAborted();
    isMore = await withSystem(ctx, (scope) => forgetSomeCalledOff(scope, thisMonth));
  }
  await withSystem(ctx, (scope) => forgetTallies(scope, thisMonth));
}

/** The first day of a moment's month; months are in UTC. */
function monthOf(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 });
}
