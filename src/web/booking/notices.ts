import type { BOOKING_NOTICES } from '#contract/booking/codes.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { contactNameIn } from '#web/conversations/contact-name.ts';
import { idIn, wordIn } from '#web/lib/api/known.ts';
import { momentIn, targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';

export const bookingNotices: WordsOf<(typeof BOOKING_NOTICES)[number]> = {
  table_request: (params, { t, format }) => ({
    text: t('notices:table_request', { name: contactNameIn(params, t), when: momentIn(params, format) }),
    target: targetAt(t('notices:action.open'), '/widgets/booking/requests'),
  }),
  move_wanted: (params, { t, format }) => {
    const contactId = idIn<ContactId>(params['contactId']);
    const label = t('notices:action.open');
    return {
      text: t('notices:move_wanted', { name: contactNameIn(params, t), when: momentIn(params, format) }),
      target: contactId ? { label, page: '/contacts', to: `/contacts/${contactId}` } : targetAt(label, '/'),
    };
  },
  visit_to_enter: (params, { t, format }) => {
    const contactId = idIn<ContactId>(params['contactId']);
    const label = t('notices:action.open');
    return {
      text: t('notices:visit_to_enter', { name: contactNameIn(params, t), when: momentIn(params, format) }),
      target: contactId ? { label, page: '/contacts', to: `/contacts/${contactId}` } : targetAt(label, '/'),
    };
  },
  confirm_failed: (params, { t, format }) => {
    const action = wordIn(['confirm', 'cancel'], params['wish']) ?? 'confirm';
    const thread = idIn<ConversationId>(params['conversationId']);
    return {
      text: t(`notices:${action}_failed`, { when: momentIn(params, format) }),
      target: targetAt(t('notices:action.reply'), '/conversations', thread ? { thread } : { list: 'waiting' }),
    };
  },
};
