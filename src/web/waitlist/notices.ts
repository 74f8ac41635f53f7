import type { WAITLIST_NOTICES } from '#contract/waitlist/codes.ts';
import { textIn } from '#web/lib/api/known.ts';
import { momentIn, targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const waitlistNotices: WordsOf<(typeof WAITLIST_NOTICES)[number]> = {
  slot_to_enter: (params, { t, format }) => {
    const name = textIn(params['title']) ?? '';
    const when = momentIn(params, format);
    const why = textIn(params['text']);
    return {
      text: why ? t('notices:slot_to_enter_why', { name, when, why }) : t('notices:slot_to_enter', { name, when }),
      target: targetAt(t('notices:action.open'), '/widgets/waitlist'),
    };
  },
};
