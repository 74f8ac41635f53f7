import type { TargetMetric } from '#contract/insights/dashboard.ts';

const MOST = 1_000_000_000_000;

/** Minor units, hundredths of a percent, or a count, for one unit of what is typed. */
function unitOf(metric: TargetMetric, currency: string): number {
  if (metric === 'no_show_share') return 100;
  if (metric !== 'revenue') return 1;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return 10 ** maximumFractionDigits;
}

/** A target as it is typed; empty where there is none. */
export function targetText(metric: TargetMetric, value: number | null, currency: string): string {
  return value === null ? '' : String(value / unitOf(metric, currency));
}

/** The typed number, with spaces and a decimal comma as people write them; null: no target. */
export function targetValue(metric: TargetMetric, text: string, currency: string): number | null | 'wrong' {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.');
  if (plain === '') return null;
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return 'wrong';
  const value = Math.round(Number(plain) * unitOf(metric, currency));
  const most = metric === 'no_show_share' ? 10_000 : MOST;
  return value < 1 || value > most ? 'wrong' : value;
}
