import type { CONVERSATIONS_NOTICES } from '#contract/conversations/codes.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { NEEDS_PERSON_REASONS } from '#contract/conversations/values.ts';
import { idIn, wordIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';
import { contactNameIn } from './contact-name.ts';

export const conversationsNotices: WordsOf<(typeof CONVERSATIONS_NOTICES)[number]> = {
  needs_person: (params, { t }) => {
    const reason = wordIn(NEEDS_PERSON_REASONS, params['reason']);
    const why = reason ? t(`conversations:reason.${reason}`) : '';
    const thread = idIn<ConversationId>(params['conversationId']);
    return {
      text: t('notices:needs_person', { name: contactNameIn(params, t), why }),
      target: targetAt(t('notices:action.reply'), '/conversations', thread ? { thread } : { list: 'waiting' }),
    };
  },
};
