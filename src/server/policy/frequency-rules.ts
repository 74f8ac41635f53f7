import type { Refusal } from '#contract/delivery/compared.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import { compareInstants, earlierOf, isAfter, laterOf } from '#server/platform/values/instant-rules.ts';

/** Messages to one contact that count for the frequency cap, of all senders. */
export type FrequencyContext = {
  /**
   * Instants at which marketing messages were or are being sent to the contact; those older than the policy's days
   * have no effect.
   */
  marketingAt: readonly Temporal.Instant[];
  /**
   * Marketing messages that wait for the contact and are more important than the given one, the most important
   * first.
   */
  ahead: readonly WaitingAhead[];
  /** Instants of all other messages to the contact: exempt from the cap, but counted by it. */
  otherAt: readonly Temporal.Instant[];
};

export type WaitingAhead = { at: Temporal.Instant; title: string };

/** Why the frequency cap does not allow a message. */
export type BudgetSpent = {
  /** The first moment at which the message is allowed; null when the limit is zero. */
  freeAt: Temporal.Instant | null;
  /** `gave_way`: the message would be allowed if nothing more important waited. */
} & Refusal<'marketing_budget' | 'gave_way'>;

type Budget = Pick<ContactPolicy, 'marketingLimit' | 'marketingDays'>;

/**
 * Checks whether the contact's frequency cap allows one more marketing message at a moment; null when it does.
 *
 * No span of the policy's days may hold more messages than its limit: neither the one that ends with this message nor
 * one that ends with a more important message that waits. Less important messages do not count: they give way
 * themselves.
 */
export function checkFrequencyCap(budget: Budget, around: FrequencyContext, at: Temporal.Instant): BudgetSpent | null {
  const left = around.marketingAt;
  const going = goingAhead(budget, around);
  const counted = [...left, ...going.map((one) => one.at)];
  if (fits(budget, counted, at)) return null;

  const since = earliestCounted(budget, at);
  const compared = {
    sent: left.filter((one) => isAfter(one, since)).length,
    limit: budget.marketingLimit,
    days: budget.marketingDays,
    transactional: around.otherAt.filter((one) => isAfter(one, since) && !isAfter(one, at)).length,
  };
  const freeAt = firstFree(budget, counted, at);
  const conflicting = fits(budget, left, at) && going.find((one) => isNear(budget, one.at, at));
  if (!conflicting) return { rule: 'marketing_budget', freeAt, compared };
  return {
    rule: 'gave_way',
    freeAt,
    compared: { ...compared, sender: conflicting.title, otherAt: String(conflicting.at) },
  };
}

/** Returns the more important messages that will leave: one that itself gives way holds back no other. */
function goingAhead(budget: Budget, { marketingAt, ahead }: FrequencyContext): WaitingAhead[] {
  const going: WaitingAhead[] = [];
  for (const one of ahead) {
    if (fits(budget, [...marketingAt, ...going.map(({ at }) => at)], one.at)) going.push(one);
  }
  return going;
}

function fits(budget: Budget, counted: readonly Temporal.Instant[], at: Temporal.Instant): boolean {
  const later = counted.filter((one) => isAfter(one, at) && isNear(budget, one, at));
  return [at, ...later].every((end) => {
    const since = earliestCounted(budget, end);
    const within = counted.filter((one) => isAfter(one, since) && !isAfter(one, end));
    return within.length < budget.marketingLimit;
  });
}

function firstFree(
  budget: Budget,
  counted: readonly Temporal.Instant[],
  at: Temporal.Instant,
): Temporal.Instant | null {
  const frees = counted
    .map((one) => one.add({ hours: budget.marketingDays * 24 }))
    .filter((one) => isAfter(one, at))
    .toSorted(compareInstants);
  return frees.find((one) => fits(budget, counted, one)) ?? null;
}

/** Messages at or before this moment no longer count. */
function earliestCounted({ marketingDays }: Budget, at: Temporal.Instant): Temporal.Instant {
  return at.subtract({ hours: marketingDays * 24 });
}

function isNear(budget: Budget, one: Temporal.Instant, other: Temporal.Instant): boolean {
  const [first, last] = [earlierOf(one, other), laterOf(one, other)];
  return isAfter(first, earliestCounted(budget, last));
}
