import { randomUUID } from 'node:crypto';
import { deskRows } from './desk-rows.ts';

type Filling = Record<
  | 'connectionId'
  | 'branchId'
  | 'messageId'
  | 'contactId'
  | 'channelId'
  | 'conversationId'
  | 'memberId'
  | 'itemId'
  | 'quickReplyId'
  | 'mark',
  string
> & { at: Temporal.Instant };

/** A row for each table of conversations and desks that the full cabinet leaves empty. */
export function conversationRows(filling: Filling): Record<string, Record<string, unknown>> {
  const { contactId, channelId, conversationId, memberId, itemId, mark } = filling;
  const at = filling.at.toString();
  const message = { conversation_id: conversationId, channel_id: channelId };
  return {
    ...deskRows(filling),
    merged_conversations: { id: randomUUID(), into_id: conversationId },
    own_messages: {
      ...message,
      id: randomUUID(),
      contact_id: contactId,
      chat: mark,
      provider_message_id: mark,
      kind: 'text',
      text: mark,
      sent_at: at,
      received_at: at,
    },
    thread_entries: {
      id: itemId,
      conversation_id: conversationId,
      kind: 'note',
      text: mark,
      member_id: memberId,
      member_name: mark,
      at,
    },
    thread_files: { ...message, message_id: randomUUID(), state: 'refused', trouble: 'gone', created_at: at },
    searched_texts: { id: itemId, conversation_id: conversationId, direction: 'inner', text: mark, written: mark, at },
    conversation_drafts: {
      conversation_id: conversationId,
      member_id: memberId,
      kind: 'answer',
      text: mark,
      saved_at: at,
    },
    quick_replies: { id: filling.quickReplyId, title: mark, text: mark, created_at: at },
    conversation_settings: { bot_silence_minutes: 30, marks_read: true, shows_typing: true },
    conversation_counters: { last_seq: 1 },
    conversation_events: { seq: 1, kind: 'message', conversation_id: conversationId, item_id: itemId },
  };
}
