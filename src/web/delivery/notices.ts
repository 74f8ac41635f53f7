import type { DELIVERY_NOTICES } from '#contract/delivery/codes.ts';
import { countIn, instantIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const deliveryNotices: WordsOf<(typeof DELIVERY_NOTICES)[number]> = {
  in_doubt: ({ count }, { t }) => ({
    text: t('notices:in_doubt', { count: countIn(count) ?? 1 }),
    target: targetAt(t('notices:action.settle'), '/insights/message-logs', { status: 'in_doubt' }),
  }),
  sending_paused: ({ until }, { t, format }) => {
    const endsAt = instantIn(until);
    return {
      text: endsAt ? t('notices:sending_paused_until', { time: format.near(endsAt) }) : t('notices:sending_paused'),
      target: targetAt(t('notices:sending_paused_action'), '/insights/message-logs', { status: 'waiting' }),
    };
  },
};
