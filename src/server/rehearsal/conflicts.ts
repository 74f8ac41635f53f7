import type { listConflicts } from '#contract/policy/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import { findWaitingConflicts } from '#server/policy/conflict-reads.ts';
import type { PolicySenders } from '#server/policy/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { findRehearsed, listRehearsedConflicts } from './conflict-queries.ts';

const EXAMPLES = 20;

/**
 * Marketing messages that conflict with others of the same contact: planned ones, and those of the sender's latest rehearsal.
 * @param about.senderId null for all working senders
 * @throws {Problem} `sender.not_found`
 */
export async function describeConflicts(
  scope: ActionScope,
  about: { senders: PolicySenders; senderId: SenderId | null },
): Promise<ReplyOf<typeof listConflicts>> {
  const { policy, timeZone, isMarketing, checked, isAll, people } = await findWaitingConflicts(scope, about);
  const run = about.senderId && isMarketing ? await findRehearsed(scope, about.senderId) : undefined;
  const rehearsed = run && (await listRehearsedConflicts(scope, run, { policy, timeZone, limit: EXAMPLES }));
  const examples = people.length > 0 ? people : (rehearsed?.people ?? []);
  return {
    limit: policy.marketingLimit,
    days: policy.marketingDays,
    isMarketing,
    planned: { looked: checked, isAll, meeting: people.length },
    rehearsed: run && rehearsed ? { days: run.days, looked: rehearsed.examined, meeting: rehearsed.conflict } : null,
    people: examples.slice(0, EXAMPLES),
  };
}
