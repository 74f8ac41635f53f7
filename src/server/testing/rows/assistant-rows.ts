import { randomUUID } from 'node:crypto';

type Ids = Record<
  'assistantId' | 'caseId' | 'runId' | 'conversationId' | 'contactId' | 'messageId' | 'memberId' | 'mark',
  string
>;

/** A row of each table of the answers of assistants, without the tenant, in the order of their references. */
export function assistantRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { assistantId, caseId, runId, conversationId, contactId, messageId, memberId, mark } = ids;
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
    assistant_trial_messages: {
      id: randomUUID(),
      assistant_id: assistantId,
      member_id: memberId,
      sender: 'assistant',
      body: mark,
      turn_id: turnId,
      at,
    },
    assistant_cases: { id: caseId, assistant_id: assistantId, settings: aCase(mark), created_at: at, updated_at: at },
    assistant_runs: {
      id: runId,
      assistant_id: assistantId,
      version: 1,
      repeats: 1,
      state: 'done',
      cap_micro_usd: 1,
      started_at: at,
      finished_at: at,
    },
    assistant_run_talks: {
      id: randomUUID(),
      run_id: runId,
      case_id: caseId,
      settings: aCase(mark),
      repeat: 1,
      queue: 0,
      position: 0,
      state: 'passed',
    },
  };
}

/** Settings of a case, as they are stored. */
const aCase = (mark: string) =>
  JSON.stringify({
    title: mark,
    language: 'ru',
    script: { kind: 'lines', lines: [mark] },
    clientName: mark,
    visits: [],
    expectations: [{ type: 'unchanged' }],
  });
