import type { PARTNERS_NOTICES } from '#contract/partners/codes.ts';
import type { Notice } from '#contract/onboarding/calls.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { countIn, textIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const partnersNotices: WordsOf<(typeof PARTNERS_NOTICES)[number]> = {
  payout_paid: (params, { t, format }) => ({
    text: t('notices:payout_paid', { sum: sumIn(params, format) }),
    target: toPayouts(t),
  }),
  payout_refused: (params, { t, format }) => ({
    text: t('notices:payout_refused', { sum: sumIn(params, format), reason: textIn(params['reason']) ?? '' }),
    target: toPayouts(t),
  }),
};

const sumIn = ({ amountMinor, currency }: Notice['params'], format: Format) =>
  format.money({ amountMinor: countIn(amountMinor) ?? 0, currency: textIn(currency) ?? 'RUB' });

const toPayouts = (t: Text) => targetAt(t('notices:action.open'), '/partners/promocodes');
