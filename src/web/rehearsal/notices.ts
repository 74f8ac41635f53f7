import type { REHEARSAL_NOTICES } from '#contract/rehearsal/codes.ts';
import type { RehearsalId } from '#contract/rehearsal/calls.ts';
import { countIn, idIn, textIn } from '#web/lib/api/known.ts';
import type { WordsOf } from '#web/lib/pages/notice-words.ts';

export const rehearsalNotices: WordsOf<(typeof REHEARSAL_NOTICES)[number]> = {
  rehearsal_over: ({ title: named, sent, outcome, rehearsalId }, { t }) => {
    const title = textIn(named) ?? '';
    return {
      text:
        outcome === 'failed'
          ? t('notices:rehearsal_failed', { title })
          : t('notices:rehearsal_over', { title, count: countIn(sent) ?? 0 }),
      target: {
        label: t('notices:action.open'),
        page: '/flows/rehearsal',
        to: `/flows/rehearsal/${idIn<RehearsalId>(rehearsalId) ?? ''}`,
      },
    };
  },
};
