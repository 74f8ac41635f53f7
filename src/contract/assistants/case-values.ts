/** Most of an assistant. */
export const MAX_CASES = 100;
export const MAX_CASE_EXPECTATIONS = 10;
export const MAX_CASE_VISITS = 3;
/** Messages of a client in one case, written or by the simulated client. */
export const MAX_CASE_LINES = 20;
export const LONGEST_CASE_LINE = 1_000;
export const LONGEST_CASE_GOAL = 500;
export const CASE_TURNS = { min: 1, max: 20, default: 10 } as const;
/** Days from the day of the run on. */
export const CASE_DAYS = { min: 0, max: 60 } as const;

/** How a simulated client writes. `mixed`: in two languages · `bursts`: several short messages in a row. */
export const CLIENT_MANNERS = ['plain', 'terse', 'angry', 'changes_mind', 'mixed', 'bursts'] as const;
export type ClientManner = (typeof CLIENT_MANNERS)[number];

/**
 * Expectations of a case. `booked`, `moved`, `cancelled`, `unchanged`: how the booking system is left; all other visits are as
 * before · `called`, `not_called`: a function · `handed_over`, `not_handed_over`: to a person · `contains`: at least one of
 * the texts is in a reply · `omits`: none is in any reply · `language`: of every reply.
 */
export const EXPECTATION_TYPES = [
  'booked',
  'moved',
  'cancelled',
  'unchanged',
  'handed_over',
  'not_handed_over',
  'contains',
  'omits',
  'called',
  'not_called',
  'language',
] as const;
export type ExpectationType = (typeof EXPECTATION_TYPES)[number];

/** How often each case is talked through: once is luck. */
export const RUN_REPEATS = [1, 4] as const;

export const RUN_STATES = ['running', 'done', 'stopped'] as const;
/**
 * Why a run ended early. `member`: stopped by one · `cap`: it cost as much as was agreed · `balance`: the AI balance is used
 * up · `no_model`: none is offered · `unavailable`: the models could not be reached.
 */
export const RUN_STOPS = ['member', 'cap', 'balance', 'no_model', 'unavailable'] as const;
export type RunStop = (typeof RUN_STOPS)[number];

/** `broken`: it could not be begun, e.g. no visit of the case could be placed; it counts as failed. */
export const TALK_STATES = ['waiting', 'passed', 'failed', 'broken'] as const;

/**
 * Reasons of verdicts. `met`: as expected · `no_visit`, `other_service`, `other_master`, `other_day`, `other_time`: of the
 * visit that was booked or moved · `not_moved`, `not_cancelled` · `also_changed`: another visit was booked, moved or
 * cancelled · `called`, `not_called`, `handed_over`, `not_handed_over`, `not_contained`, `contained`, `other_language` ·
 * `silent`: a message of the client stayed without an answer · `no_service`, `no_time`: a visit of the case could not be
 * placed.
 */
export const VERDICT_REASONS = [
  'met',
  'no_visit',
  'other_service',
  'other_master',
  'other_day',
  'other_time',
  'not_moved',
  'not_cancelled',
  'also_changed',
  'called',
  'not_called',
  'handed_over',
  'not_handed_over',
  'contained',
  'not_contained',
  'other_language',
  'silent',
  'no_service',
  'no_time',
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];
