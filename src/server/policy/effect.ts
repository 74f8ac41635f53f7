import { checkSenderOrder } from './actions.ts';
import { getContactPolicy } from './reads.ts';
import type { PolicyEffect, ContactPolicy } from '#contract/policy/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import { listNextWaiting } from './ledger-queries.ts';
import type { ComparedOutcome, PolicyOutcome, PolicySenders } from './port.ts';

/** Most messages that are decided: the answer is shown while the owner drags an hour. */
const MAX_MESSAGES = 500;

/**
 * Decides about planned messages by another policy and by the present one, and counts the differences. Stores nothing.
 * @throws {Problem} `sender.not_found` where the order names a sender that the tenant does not have
 */
export async function previewPolicy(
  scope: ActionScope,
  senders: PolicySenders,
  policy: ContactPolicy,
): Promise<PolicyEffect> {
  await checkSenderOrder(scope, policy);
  const policies = { before: await getContactPolicy(scope), after: policy };
  const next = await listNextWaiting(scope, [...senders.keys()], MAX_MESSAGES + 1);
  const pairs: ComparedOutcome[] = [];
  for (const [kind, messages] of Map.groupBy(next.slice(0, MAX_MESSAGES), ({ senderKind }) => senderKind)) {
    pairs.push(...((await senders.get(kind)?.compare(scope, messages, policies)) ?? []));
  }
  return { looked: pairs.length, isAll: next.length <= MAX_MESSAGES, ...compare(pairs) };
}

function compare(pairs: readonly ComparedOutcome[]): Omit<PolicyEffect, 'looked' | 'isAll'> {
  const later: DecisionRule[] = [];
  const dropped: DecisionRule[] = [];
  let [sooner, regained] = [0, 0];
  for (const { before, after } of pairs) {
    const [goesBefore, goesAfter] = [isSent(before), isSent(after)];
    if (goesBefore && !goesAfter) dropped.push(after.rule);
    else if (!goesBefore && goesAfter) regained += 1;
    else if (before.outcome !== 'skipped' && after.outcome !== 'skipped') {
      const shift = compareInstants(after.at, before.at);
      if (shift > 0) later.push(after.rule);
      if (shift < 0) sooner += 1;
    }
  }
  return { later: countRules(later), dropped: countRules(dropped), sooner, regained };
}

/** A message that yields and cannot wait is not sent, unless the more important one is cancelled. */
function isSent(one: PolicyOutcome): boolean {
  return one.outcome !== 'skipped' && !(one.rule === 'gave_way' && one.compared['useBy'] !== undefined);
}

function countRules(rules: readonly DecisionRule[]): { rule: DecisionRule; count: number }[] {
  return [...Map.groupBy(rules, (rule) => rule)]
    .map(([rule, ofRule]) => ({ rule, count: ofRule.length }))
    .toSorted((one, other) => other.count - one.count);
}
