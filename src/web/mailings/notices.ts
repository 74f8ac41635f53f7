import type { MAILINGS_NOTICES } from '#contract/mailings/codes.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import { MAILING_ERRORS } from '#contract/mailings/values.ts';
import { idIn, textIn, wordIn } from '#web/lib/api/known.ts';
import type { WordsOf } from '#web/lib/pages/notice-words.ts';

export const mailingsNotices: WordsOf<(typeof MAILINGS_NOTICES)[number]> = {
  mailing_error: ({ title, code, mailingId }, { t }) => ({
    text: t('notices:mailing_error', {
      title: textIn(title) ?? '',
      why: t(`notices:mailing_why.${wordIn(MAILING_ERRORS, code) ?? 'too_many_failures'}`),
    }),
    target: {
      label: t('notices:action.mend'),
      page: '/distributions',
      to: `/distributions/edit/${idIn<MailingId>(mailingId) ?? ''}`,
    },
  }),
};
