import type { ONBOARDING_NOTICES } from '#contract/onboarding/codes.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import { idIn, textIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const onboardingNotices: WordsOf<(typeof ONBOARDING_NOTICES)[number]> = {
  quick_start_not_started: ({ title, flowId }, { t }) => {
    const id = idIn<FlowId>(flowId);
    return {
      text: t('notices:quick_start_not_started', { title: textIn(title) ?? '' }),
      target: targetAt(t('notices:action.mend'), id ? `/flows/edit/${id}` : '/flows'),
    };
  },
};
