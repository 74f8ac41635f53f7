import type { OptOutPeriod } from '#contract/contacts/opt-outs.ts';

/** Offered periods: for ever, months, or a last day that the member names. */
export const PERIOD_CHOICES = ['forever', '1', '3', '6', '12', 'until'] as const;

/** The fields of a form about a period. */
export type PeriodValues = { period: string; day: string };

export const FOREVER: PeriodValues = { period: 'forever', day: '' };

/** Returns the period as the contract has it. */
export function toPeriod({ period, day }: PeriodValues): OptOutPeriod {
  if (period === 'forever') return { kind: 'forever' };
  return period === 'until' ? { kind: 'until', day } : { kind: 'months', months: Number(period) };
}
