import type { IDEAS_NOTICES } from '#contract/ideas/codes.ts';
import { textIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const ideasNotices: WordsOf<(typeof IDEAS_NOTICES)[number]> = {
  idea_answered: ({ title }, { t }) => ({
    text: t('notices:idea_answered', { title: textIn(title) ?? '' }),
    target: { ...targetAt(t('notices:action.open'), '/ideas'), search: { view: 'own' } },
  }),
};
