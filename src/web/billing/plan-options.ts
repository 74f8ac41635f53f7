import { PERIOD_MONTHS, type Tariff } from '#contract/billing/tariffs.ts';

/** The fewest items of the table of plans. */
export const MIN_PLANS = 3;

type Months = (typeof PERIOD_MONTHS)[number];
export type PlanOption = { tariff: Tariff; months: Months; isPerPeriod: boolean };

/** Lists the items of the table: each tariff for the chosen period; of fewer than three tariffs, each for every period. */
export function optionsOf(tariffs: readonly Tariff[], months: Months): PlanOption[] {
  if (tariffs.length >= MIN_PLANS) return tariffs.map((tariff) => ({ tariff, months, isPerPeriod: false }));
  return tariffs.flatMap((tariff) => PERIOD_MONTHS.map((count) => ({ tariff, months: count, isPerPeriod: true })));
}
