import type { NeedsPersonReason } from '#contract/conversations/calls.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';

/** Lower is more urgent: a client who called for a person first, one whose visit is open next. */
const URGENCY: Readonly<Record<NeedsPersonReason, number>> = {
  asked_for_person: 0,
  cancel_failed: 1,
  confirm_failed: 1,
  move_wanted: 1,
  which_visit: 1,
  new_order: 1,
  not_understood: 2,
  new_message: 3,
};

/** The most urgent first; of equal ones, who waits longest. */
export function byUrgency<Waiting extends { reason: NeedsPersonReason; since: Temporal.Instant }>(
  waiting: readonly Waiting[],
): Waiting[] {
  return waiting.toSorted(
    (one, other) => URGENCY[one.reason] - URGENCY[other.reason] || compareInstants(one.since, other.since),
  );
}

/** A question as one short line. */
export function shortened(question: string, longest = 120): string {
  const line = question.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;
}
