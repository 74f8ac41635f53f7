import { randomUUID } from 'node:crypto';

type Ids = Record<
  'assistantId' | 'conversationId' | 'contactId' | 'messageId' | 'memberId' | 'channelId' | 'visitId' | 'mark',
  string
>;

/** A row of each table of the answers of assistants, without the tenant, in the order of their references. */
export function assistantRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { assistantId, conversationId, contactId, messageId, memberId, channelId, visitId, mark } = ids;
  const at = ids.at.toString();
  const [turnId, visitorId] = [randomUUID(), randomUUID()];
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
    assistant_trial_messages: {
      id: randomUUID(),
      assistant_id: assistantId,
      member_id: memberId,
      sender: 'assistant',
      body: mark,
      turn_id: turnId,
      at,
    },
    public_chats: { assistant_id: assistantId, is_on: false, greeting: mark, daily_messages: 10, updated_at: at },
    chat_visitors: {
      id: visitorId,
      assistant_id: assistantId,
      channel_id: channelId,
      contact_id: contactId,
      given_name: mark,
      expires_at: at,
      created_at: at,
    },
    chat_visits: { visitor_id: visitorId, visit_id: visitId, booked_at: at },
  };
}
