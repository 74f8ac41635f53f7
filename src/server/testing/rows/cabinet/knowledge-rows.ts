import { randomUUID } from 'node:crypto';

type Ids = Record<'assistantId' | 'sourceId' | 'gapId' | 'conversationId' | 'mark', string>;

/** A row of each table of the knowledge of assistants, without the tenant, in the order of their references. */
export function knowledgeRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { assistantId, sourceId, gapId, conversationId, mark } = ids;
  const at = ids.at.toString();
  const passageId = randomUUID();
  return {
    knowledge_sources: {
      id: sourceId,
      assistant_id: assistantId,
      kind: 'pair',
      title: mark,
      questions: [mark],
      answer: mark,
      state: 'ready',
      reading: 1,
      used_reading: 1,
      passage_count: 1,
      created_at: at,
    },
    knowledge_pages: { source_id: sourceId, reading: 1, url: `https://salon.example/${mark}`, position: 0 },
    knowledge_passages: {
      id: passageId,
      source_id: sourceId,
      reading: 1,
      position: 0,
      headings: [mark],
      text: mark,
    },
    knowledge_vectors: { passage_id: passageId, model: 'a/1', vector: [1, 0] },
    knowledge_revisions: { assistant_id: assistantId, revision: 1 },
    knowledge_gaps: {
      id: gapId,
      assistant_id: assistantId,
      question: mark,
      reason: 'nothing_found',
      count: 1,
      last_asked_at: at,
    },
    knowledge_gap_questions: {
      id: randomUUID(),
      gap_id: gapId,
      conversation_id: conversationId,
      question: mark,
      asked_at: at,
    },
  };
}
