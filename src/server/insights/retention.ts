import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { getKeeping as getCall, setKeeping as setCall } from '#contract/insights.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/db.ts';
import { announce } from '#server/platform/realtime.ts';
import { changeTenant, getTenant } from '#server/tenants/actions.ts';
import {
  addMonth,
  deleteSomeOfMonth,
  dropMonth,
  forgetSomeCalledOff,
  forgetTallies,
  listMonths,
  listMonthsWaiting,
  listTenantsPast,
  longestKeeping,
} from './retention-queries.ts';
import { sumSkips } from './skip-queries.ts';

/** Tables are there so long before their month begins. */
const MONTHS_AHEAD = 3;

export async function getKeeping(scope: TenantScope): Promise<ReplyOf<typeof getCall>> {
  return { months: (await getTenant(scope)).verdictMonths };
}

/** What is older goes with the next run of the keeper. */
export async function setKeeping(
  ctx: MemberContext,
  { months }: BodyOf<typeof setCall>,
): Promise<ReplyOf<typeof setCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await changeTenant(scope, { verdictMonths: months });
    await announce(scope, 'insights');
    return { months };
  });
}

/** Sums up what connections counted of decisions against. */
export async function sumUp(ctx: Context): Promise<void> {
  await withSystem(ctx.db, sumSkips);
}

/**
 * Makes the tables of this month and of those that come, and of any other there are decisions of, each in a transaction
 * of its own. Safe to repeat.
 */
export async function addMonths(ctx: Context): Promise<void> {
  const thisMonth = monthOf(ctx.clock.now());
  const coming = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => thisMonth.add({ months: ahead }));
  const waiting = await withSystem(ctx.db, listMonthsWaiting);
  for (const month of [...coming, ...waiting]) await withSystem(ctx.db, (scope) => addMonth(scope, month));
}

/**
 * Lets decisions go that are older than their cabinet keeps them: a month nobody keeps with its table, others in batches.
 * Whole months go, so that a month is either there or not. Safe to repeat, and to stop half-way: then it throws, and is
 * tried again.
 */
export async function forgetOld(ctx: Context, signal: AbortSignal): Promise<void> {
  const thisMonth = monthOf(ctx.clock.now());
  const longest = await withSystem(ctx.db, longestKeeping);
  for (const month of await withSystem(ctx.db, listMonths)) {
    const age = thisMonth.since(month, { largestUnit: 'months' }).months;
    if (age > longest) {
      await withSystem(ctx.db, (scope) => dropMonth(scope, month));
      continue;
    }
    for (const tenantId of await withSystem(ctx.db, (scope) => listTenantsPast(scope, month, age))) {
      let isMore = true;
      while (isMore) {
        signal.throwIfAborted();
        isMore = await withSystem(ctx.db, (scope) => deleteSomeOfMonth(scope, tenantId, month));
      }
    }
  }
  let isMore = true;
  while (isMore) {
    signal.throwIfAborted();
    isMore = await withSystem(ctx.db, (scope) => forgetSomeCalledOff(scope, thisMonth));
  }
  await withSystem(ctx.db, (scope) => forgetTallies(scope, thisMonth));
}

/** The first day of a moment's month; months are cut in UTC. */
function monthOf(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 });
}
