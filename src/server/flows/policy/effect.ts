import { listKnownSenders } from '#server/delivery/sender-reads.ts';
import { checkSenderOrder } from '#server/policy/actions.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import { listFlowsById } from '#server/flows/storage/reads.ts';
import type { PolicyEffect, ContactPolicy } from '#contract/policy.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { Verdict } from '#server/flows/deciding/decision.ts';
import { eventsOf, subjectsOf } from '#server/flows/planning/due.ts';
import { factsOf, type FactsContext, loadTenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import { pinnedFor, loadPinnedVersions } from '#server/flows/planning/pinned-versions.ts';
import { compareInstants } from '#server/platform/instant-rules.ts';
import { listNextWaiting } from './queries.ts';
import { decide } from '#server/flows/deciding/rules.ts';

/** Most messages that are decided: the answer is shown while the owner drags an hour. */
const MAX_MESSAGES = 500;

/**
 * Decides about planned messages by another policy and by the present one, and counts the differences. Stores nothing.
 * @throws {Problem} `sender.not_found` where the order names a sender that the tenant does not have
 */
export async function previewPolicy(
  ctx: FactsContext,
  scope: TenantScope,
  policy: ContactPolicy,
): Promise<PolicyEffect> {
  await checkSenderOrder(scope, { listKnown: listKnownSenders }, policy);
  const now = ctx.clock.now();
  const next = await listNextWaiting(scope, MAX_MESSAGES + 1);
  const messages = next.slice(0, MAX_MESSAGES);
  const flows = await listFlowsById(scope, [...new Set(messages.map(({ flowId }) => flowId))]);
  const pinned = await loadPinnedVersions(scope, flows, messages);
  const all = [...flows, ...pinned.values()];
  const snapshot = await loadTenantSnapshot(ctx, scope, all);
  // NOTE: the longer of the two caps sets the period that is read, so that both policies see all messages they count.
  const present = await getContactPolicy(scope);
  const marketingDays = Math.max(policy.marketingDays, present.marketingDays);
  const context = { flows: all, snapshot: { ...snapshot, policy: { ...policy, marketingDays } }, now };
  const subjects = await subjectsOf(scope, messages, context);
  const events = await eventsOf(scope, messages);

  const pairs = messages.flatMap((message) => {
    const flow = flows.find(({ id }) => id === message.flowId);
    const subject = subjects.get(message.subject.id);
    if (!flow || !subject) return [];
    const version = pinnedFor(flow, message, pinned);
    const facts = factsOf(subject, version, snapshot, {
      event: events.get(message.id) ?? null,
      hasPlannedMessage: true,
    });
    const decideBy = (one: ContactPolicy) =>
      decide(facts, version, now, one).find(({ testPhone }) => testPhone === null);
    const [before, after] = [decideBy(present), decideBy(policy)];
    return before && after ? [{ before, after }] : [];
  });
  return { looked: pairs.length, isAll: next.length <= MAX_MESSAGES, ...compare(pairs) };
}

type Pair = { before: Verdict; after: Verdict };

function compare(pairs: readonly Pair[]): Omit<PolicyEffect, 'looked' | 'isAll'> {
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
function isSent({ outcome, rule, compared }: Verdict): boolean {
  return outcome !== 'skipped' && !(rule === 'gave_way' && compared['useBy'] !== undefined);
}

function countRules(rules: readonly DecisionRule[]): { rule: DecisionRule; count: number }[] {
  return [...Map.groupBy(rules, (rule) => rule)]
    .map(([rule, ofRule]) => ({ rule, count: ofRule.length }))
    .toSorted((one, other) => other.count - one.count);
}
