import type { AUTH_NOTICES } from '#contract/auth/codes.ts';
import { textIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const authNotices: WordsOf<(typeof AUTH_NOTICES)[number]> = {
  support_entered: ({ admin, reason, isEmergency }, { t }) => {
    const named = { admin: textIn(admin) ?? '', reason: textIn(reason) ?? '' };
    return {
      text:
        isEmergency === true ? t('notices:support_entered_as_emergency', named) : t('notices:support_entered', named),
      target: targetAt(t('notices:support_log'), '/account/audit', { area: 'support' }),
    };
  },
};
