import type { REPLIES_NOTICES } from '#contract/replies/codes.ts';
import { countIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const repliesNotices: WordsOf<(typeof REPLIES_NOTICES)[number]> = {
  replies_to_approve: ({ count }, { t }) => ({
    text: t('notices:replies_to_approve', { count: countIn(count) ?? 1 }),
    target: targetAt(t('notices:action.open'), '/widgets/reviews-ai'),
  }),
};
