/** Messages of a mailing that were sent and that failed. */
export type Outcomes = { sent: number; failed: number };

/** Fewer outcomes say nothing. */
export const MIN_JUDGED = 50;
/** Percent of the judged messages that may not fail. */
const MAX_FAILED_PERCENT = 40;

export type Judgement = 'too_few' | 'good' | 'too_many_failures';

/** Judges the outcomes since the last time they were judged: see decision 0193. */
export function judgeOutcomes(before: Outcomes, now: Outcomes): Judgement {
  const failed = now.failed - before.failed;
  const outcomes = now.sent - before.sent + failed;
  if (outcomes < MIN_JUDGED) return 'too_few';
  return failed * 100 >= MAX_FAILED_PERCENT * outcomes ? 'too_many_failures' : 'good';
}
