/** Refusals of the knowledge of assistants, and their HTTP statuses. */
export const KNOWLEDGE_PROBLEMS = {
  'knowledge_source.not_found': 404,
  'knowledge_gap.not_found': 404,
  'knowledge.wrong_kind': 409,
  'knowledge.too_many_sources': 409,
  'knowledge.address_inside': 422,
} as const;
