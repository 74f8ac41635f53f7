import { CONVERSION_STEPS } from '#contract/insights/values.ts';
import type { ConversionCounts, ConversionPeriod } from '#contract/insights/conversion.ts';
import { daysBefore } from '#web/insights/skips/skip-chart-data.ts';

/** Default days by period. */
const DAYS: Record<ConversionPeriod, number> = { day: 30, week: 84, month: 365, year: 1_825 };

/** Returns the days to request: those of the URL, or a default for the period. Never reversed. */
export function requestedDays(
  { from, to, by }: { from: string | undefined; to: string | undefined; by: ConversionPeriod },
  today: string,
): { from: string; to: string } {
  const last = to ?? today;
  const first = from ?? daysBefore(last, DAYS[by] - 1);
  return first > last ? { from: last, to: first } : { from: first, to: last };
}

/** Lists the steps to show: clicks only where links were shortened and followed. */
export const shownSteps = ({ clicked }: Pick<ConversionCounts, 'clicked'>) =>
  CONVERSION_STEPS.filter((step) => step !== 'clicked' || clicked > 0);

/** Returns the percentage of messaged contacts who visited; 0 when none were messaged. */
export function visitedPercent({ sent, visited }: Pick<ConversionCounts, 'sent' | 'visited'>): number {
  return sent === 0 ? 0 : Math.round((visited / sent) * 1_000) / 10;
}

/** In whole units, as spreadsheets add up; several currencies stand in columns of their own. */
export function spentIn({ spent }: Pick<ConversionCounts, 'spent'>, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const minor = spent.find((one) => one.currency === currency)?.amountMinor ?? 0;
  return minor / 10 ** maximumFractionDigits;
}
