import type { Subscription } from '#contract/billing/subscriptions.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

const HOUR_MS = 3_600_000;

/** Says in a sentence or two when it is charged next, or until when it works. */
export function useStateWords(subscription: Subscription): string {
  const t = useTexts();
  const format = useFormat();
  const { state, isCancelled, isCharging, dueAt, graceUntil, nextChargeAt } = subscription;
  const sum = format.money(subscription);
  const date = format.date(dueAt);
  // NOTE: grace ends at midnight, and people read the last day on which it works.
  const until = format.date(new Date(new Date(graceUntil).getTime() - HOUR_MS).toISOString());
  if (isCharging) return t('billing:renewals.charging', { sum });
  if (state === 'expired') return t('billing:renewals.ended', { date });
  if (isCancelled) return t('billing:renewals.cancelled', { date });
  if (state === 'read_only') return t('billing:renewals.read_only', { date: format.date(graceUntil) });
  if (state === 'grace')
    return [
      t('billing:renewals.grace', { date: until }),
      ...(nextChargeAt ? [t('billing:renewals.retry', { date: format.date(nextChargeAt) })] : []),
    ].join('. ');
  return t(state === 'trial' ? 'billing:renewals.next_trial' : 'billing:renewals.next', { date, sum });
}
