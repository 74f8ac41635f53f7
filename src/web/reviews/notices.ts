import type { REVIEWS_NOTICES } from '#contract/reviews/codes.ts';
import type { ReviewId } from '#contract/reviews/calls.ts';
import { contactNameIn } from '#web/conversations/contact-name.ts';
import { countIn, idIn } from '#web/lib/api/known.ts';
import type { WordsOf } from '#web/lib/pages/notice-words.ts';

export const reviewsNotices: WordsOf<(typeof REVIEWS_NOTICES)[number]> = {
  bad_review: (params, { t }) => ({
    text: t('notices:bad_review', { name: contactNameIn(params, t), count: countIn(params['count']) ?? 1 }),
    target: {
      label: t('notices:action.reply'),
      page: '/reviews',
      to: `/widgets/reviews/rating/${idIn<ReviewId>(params['reviewId']) ?? ''}`,
    },
  }),
};
