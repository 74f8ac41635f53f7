import type { BILLING_NOTICES } from '#contract/billing/codes.ts';
import type { Notice } from '#contract/onboarding/calls.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { countIn, instantIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const billingNotices: WordsOf<(typeof BILLING_NOTICES)[number]> = {
  quota_low: ({ left }, { t }) => ({ text: t('notices:quota_low', { count: countIn(left) ?? 0 }), target: toPay(t) }),
  quota_exhausted: (_params, { t }) => ({ text: t('notices:quota_exhausted'), target: toPay(t) }),
  ratings_low: ({ left }, { t }) => ({
    text: t('notices:ratings_low', { count: countIn(left) ?? 0 }),
    target: toPay(t),
  }),
  ratings_exhausted: (_params, { t }) => ({ text: t('notices:ratings_exhausted'), target: toPay(t) }),
  ai_reviews_low: ({ left }, { t }) => ({
    text: t('notices:ai_reviews_low', { count: countIn(left) ?? 0 }),
    target: toReplies(t),
  }),
  ai_reviews_exhausted: (_params, { t }) => ({ text: t('notices:ai_reviews_exhausted'), target: toReplies(t) }),
  ai_balance_low: (params, { t, format }) => ({
    text: t('notices:ai_balance_low', { balance: dollarsIn(params, format) }),
    target: toPay(t),
  }),
  ai_balance_very_low: (params, { t, format }) => ({
    text: t('notices:ai_balance_very_low', { balance: dollarsIn(params, format) }),
    target: toPay(t),
  }),
  ai_balance_exhausted: (_params, { t }) => ({ text: t('notices:ai_balance_exhausted'), target: toPay(t) }),
  renewal_refused: ({ until }, { t, format }) => ({
    text: t('notices:renewal_refused', { date: dayIn(until, format) }),
    target: toRenewals(t),
  }),
  renewal_stopped: (_params, { t }) => ({ text: t('notices:renewal_stopped'), target: toRenewals(t) }),
};

/** Millionths of a dollar, in whole cents and never as more than there are. */
const dollarsIn = ({ balance }: Notice['params'], format: Format) =>
  format.money({ amountMinor: Math.floor((countIn(balance) ?? 0) / 10_000), currency: 'USD' });

const toReplies = (t: Text) => targetAt(t('notices:action.pay'), '/widgets/reviews-ai');

const toPay = (t: Text) => targetAt(t('notices:action.pay'), '/payments');

const toRenewals = (t: Text) => targetAt(t('notices:action.pay'), '/payments/subscriptions');

/** Empty where the notice names no moment. */
function dayIn(at: unknown, format: Format): string {
  const instant = instantIn(at);
  return instant ? format.date(instant) : '';
}
