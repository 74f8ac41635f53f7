/** Faults of the connection: where it is delayed or cut, and what is wrong in the stream. */
export const WIRE_FAULTS = [
  'delay_headers',
  'cut_headers',
  'delay_first_chunk',
  'cut_first_chunk',
  'delay_stream',
  'cut_stream',
  'no_finish',
  'open_after_done',
  'error_chunk',
  'broken_chunk',
] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

/** Faults that are answered instead of the model's answer. */
export const STATUS_FAULTS = [
  'unauthorized',
  'rate_limit_short',
  'rate_limit_long',
  'quota',
  'server_error',
  'overloaded',
  'html',
] as const;
export type StatusFault = (typeof STATUS_FAULTS)[number];

/** Faults inside the answer. */
export const ANSWER_FAULTS = [
  'arguments_broken',
  'arguments_mistyped',
  'unknown_tool',
  'doubled_id',
  'call_length',
  'refusal',
  'empty',
  'no_choices',
  'json_fenced',
  'json_cut',
  'json_wrong',
  'no_usage',
  'endless_loop',
  'invented_price',
  'claimed_booking',
  'hostile',
  'wrong_count',
  'invented_quote',
  'always_yes',
] as const;
export type AnswerFault = (typeof ANSWER_FAULTS)[number];

/** Faults of transcripts. */
export const TRANSCRIPT_FAULTS = [
  'no_speakers',
  'swapped_speakers',
  'invented_words',
  'times_beyond_end',
  'empty_transcript',
  'other_language',
] as const;
export type TranscriptFault = (typeof TRANSCRIPT_FAULTS)[number];

export const FAULT_KINDS = [...WIRE_FAULTS, ...STATUS_FAULTS, ...ANSWER_FAULTS, ...TRANSCRIPT_FAULTS] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export function isOneOf<const Kind extends string>(kinds: readonly Kind[], kind: string | undefined): kind is Kind {
  return kinds.some((one) => one === kind);
}
