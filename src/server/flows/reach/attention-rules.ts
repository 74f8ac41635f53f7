import type { MendableRule } from '#contract/flows/reach-values.ts';

/** A message of a live flow that was not sent for a reason that the owner can change. */
export type Loss = { rule: MendableRule; contactId: string | null };

/** Losses that are looked at, the latest first. */
export const LOSSES_CONSIDERED = 20;
/** A flow that lost nothing for so many days is quiet. */
export const DAYS_CONSIDERED = 7;

/** One contact may have no channel; that several in a row have none is a matter of the flow. */
const MIN_CONTACTS: Readonly<Partial<Record<MendableRule, number>>> = { no_channel: 3 };

/**
 * The rule by which a live flow reaches nobody: the most frequent of its latest losses, when there are enough.
 * @param losses since the last message that left, the latest first
 */
export function ruleOfLosses(losses: readonly Loss[]): MendableRule | null {
  const counts = [...Map.groupBy(losses.slice(0, LOSSES_CONSIDERED), ({ rule }) => rule)];
  const [most] = counts.toSorted(([, one], [, other]) => other.length - one.length);
  if (!most) return null;
  const [rule, ofRule] = most;
  const contacts = new Set(ofRule.map(({ contactId }, nth) => contactId ?? nth)); // NOTE: a visit may belong to no contact
  return contacts.size >= (MIN_CONTACTS[rule] ?? 1) ? rule : null;
}
