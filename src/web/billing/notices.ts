import type { BILLING_NOTICES } from '#contract/billing/codes.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { countIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const billingNotices: WordsOf<(typeof BILLING_NOTICES)[number]> = {
  quota_low: ({ left }, { t }) => ({ text: t('notices:quota_low', { count: countIn(left) ?? 0 }), target: toPay(t) }),
  quota_exhausted: (_params, { t }) => ({ text: t('notices:quota_exhausted'), target: toPay(t) }),
  ratings_low: ({ left }, { t }) => ({
    text: t('notices:ratings_low', { count: countIn(left) ?? 0 }),
    target: toPay(t),
  }),
  ratings_exhausted: (_params, { t }) => ({ text: t('notices:ratings_exhausted'), target: toPay(t) }),
};

const toPay = (t: Text) => targetAt(t('notices:action.pay'), '/payments');
