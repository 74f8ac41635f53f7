type Ids = Record<'chatbotId' | 'branchId' | 'conversationId' | 'mark', string>;

/** A row of each table of chatbots, without the tenant. */
export function chatbotRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const at = ids.at.toString();
  return {
    chatbots: {
      id: ids.chatbotId,
      kind: 'booking',
      title: ids.mark,
      is_enabled: true,
      branch_id: ids.branchId,
      settings: JSON.stringify({ confirmTexts: { default: ids.mark } }),
      version: 1,
      created_at: at,
      updated_at: at,
    },
    chatbot_dialogues: {
      conversation_id: ids.conversationId,
      chatbot_id: ids.chatbotId,
      phase: 'menu',
      step_id: 'menu',
      branch_id: ids.branchId,
      run: 1,
      changed_at: at,
      sent_at: '[]',
    },
  };
}
