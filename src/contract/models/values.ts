/** Choices of an owner; the operator configures which models are behind each. */
export const MODEL_CHOICES = ['fast', 'balanced', 'best'] as const;
export type ModelChoice = (typeof MODEL_CHOICES)[number];

/** Purposes of calls, as usage is listed. */
export const MODEL_PURPOSES = [
  'assistant',
  'trial',
  'suggestion',
  'follow_up',
  'check',
  'retrieval',
  'case',
  'judge',
  'review_reply',
  'embedding',
  'transcription',
  'quality',
] as const;
export type ModelPurpose = (typeof MODEL_PURPOSES)[number];

/** From the specification, section 4. */
export const LEAST_TOP_UP_USD = 20;
