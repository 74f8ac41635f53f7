import { randomUUID } from 'node:crypto';

type Ids = Record<'assistantId' | 'conversationId' | 'contactId' | 'messageId' | 'memberId' | 'mark', string>;

/** A row of each table of the answers of assistants, without the tenant, in the order of their references. */
export function assistantRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { assistantId, conversationId, contactId, messageId, memberId, mark } = ids;
  const at = ids.at.toString();
  const turnId = randomUUID();
  return {
    assistant_dialogues: {
      conversation_id: conversationId,
      assistant_id: assistantId,
      version: 1,
      last_turn_at: at,
    },
    assistant_turns: {
      id: turnId,
      assistant_id: assistantId,
      version: 1,
      conversation_id: conversationId,
      contact_id: contactId,
      key: mark,
      question: mark,
      reply: mark,
      message_id: messageId,
      outcome: 'answered',
      at,
    },
    night_bot_drafts: {
      member_id: memberId,
      step: 1,
      answers: JSON.stringify({
        branchId: null,
        channelId: null,
        botName: mark,
        businessName: mark,
        address: mark,
        days: [],
        bookingLink: '',
        mapLink: '',
        socialLinks: [],
        paymentMethods: [],
        notifyPhone: '',
      }),
      assistant_id: assistantId,
      updated_at: at,
    },
    morning_summaries: {
      assistant_id: assistantId,
      night_ended_at: at,
      outcome: 'quiet',
      writers: 0,
      at,
    },
    assistant_trial_messages: {
      id: randomUUID(),
      assistant_id: assistantId,
      member_id: memberId,
      sender: 'assistant',
      body: mark,
      turn_id: turnId,
      at,
    },
  };
}
