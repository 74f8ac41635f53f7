import { randomUUIDv7 } from 'node:crypto';
import { TARIFFS, tariffOf } from '#contract/billing/tariffs.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { addMessages } from './actions.ts';
import { creditAi } from './balance-actions.ts';
import {
  insertPaidTariff,
  listPaidTariffs,
  listTenantsWithTariffs,
  lockStartedPeriods,
  lockTariffs,
  setMonthsGranted,
} from './entitlement-queries.ts';
import { lastEnds, monthsStarted, nextPeriod } from './entitlement-rules.ts';
import { tariffsChanged } from './jobs.ts';
import { resolveRenewal } from './renewals/letter-actions.ts';
import { listGracePeriods } from './renewals/renewal-reads.ts';
import { moveDue } from './renewals/subscription-queries.ts';

// NOTE: a process: it goes through cabinets, one transaction each.

/** Tariffs whose months add something to a balance. */
const WITH_EXTRAS = TARIFFS.filter(
  ({ messagesPerMonth, aiMicroUsdPerMonth }) => messagesPerMonth + aiMicroUsdPerMonth > 0,
).map(({ id }) => id);

/**
 * Gives the cabinet a period of a tariff: it begins where the tariff's last one ends. What stopped for want of it goes on.
 *
 * @param key identity of the payment's line: the same one is given once
 */
export async function giveTariff(
  scope: ActionScope,
  {
    tariffId,
    units,
    months,
    itemIds,
    key,
  }: { tariffId: number; units: number; months: number; itemIds?: readonly string[] | undefined; key: string },
): Promise<void> {
  const now = scope.clock.now();
  await lockTariffs(scope);
  const { timeZone } = await getTenant(scope);
  const lastEnd = lastEnds(await listPaidTariffs(scope)).get(tariffId);
  const grace = (await listGracePeriods(scope, now)).find((one) => one.tariffId === tariffId);
  const period = nextPeriod(lastEnd, { months, now, timeZone, graceFrom: grace?.beginsAt });
  if (!(await insertPaidTariff(scope, { id: randomUUIDv7(), tariffId, units, itemIds, ...period, key }))) return;
  await moveDue(scope, tariffId, { dueAt: period.endsAt, now });
  await resolveRenewal(scope, tariffId);
  await grantMonths(scope);
  await emit(scope, tariffsChanged, { dedupeKey: key, facts: {}, occurredAt: now });
  await announce(scope, 'billing');
}

/** Adds the messages and AI money of months that have begun, each month once. */
export async function grantMonths(scope: ActionScope): Promise<void> {
  const now = scope.clock.now();
  const { timeZone } = await getTenant(scope);
  for (const period of await lockStartedPeriods(scope, WITH_EXTRAS, now)) {
    const started = monthsStarted(period, { now, timeZone });
    const { messagesPerMonth = 0, aiMicroUsdPerMonth = 0 } = tariffOf(period.tariffId) ?? {};
    for (let month = period.monthsGranted; month < started; month += 1) {
      const key = `tariff:${period.id}:${month}`;
      const { units } = period;
      if (messagesPerMonth > 0) await addMessages(scope, messagesPerMonth * units, { reason: 'tariff', key });
      if (aiMicroUsdPerMonth > 0) await creditAi(scope, { amount: aiMicroUsdPerMonth * units, reason: 'top_up', key });
    }
    if (started > period.monthsGranted) await setMonthsGranted(scope, period.id, started);
  }
}

/** Adds what the months of all cabinets' tariffs bring, once an hour, since no event marks the beginning of a month. */
export async function grantAllMonths(ctx: Context, signal: AbortSignal): Promise<void> {
  const tenantIds = await withSystem(ctx, (scope) => listTenantsWithTariffs(scope, WITH_EXTRAS, ctx.clock.now()));
  for (const tenantId of tenantIds) {
    if (signal.aborted) return;
    await withTenant(ctx, tenantId, grantMonths);
  }
}
