import type { ReferralCode } from '#contract/partners/calls.ts';
import type { Format } from '#web/lib/format/format.ts';

/** One sum of a code in each currency; a dash where there is none. */
export function sumsOf(sums: ReferralCode['sums'], field: 'earnedMinor' | 'paidOutMinor', format: Format): string {
  const written = sums.map((sum) => format.money({ amountMinor: sum[field], currency: sum.currency }));
  return written.join(' + ') || '—';
}
