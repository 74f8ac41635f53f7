import { flowKind } from '#contract/flows/kinds.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import type { LedgerMessage, Reconciliation } from './reconciling-rules.ts';

/** The decision about a subject by a flow, and the ledger's messages of it. */
export type PriorityConflict = {
  kind: FlowKind;
  subject: PersonalSubject;
  known: readonly LedgerMessage[];
  result: Reconciliation;
};

/** A chain of messages that each postpone the next resolves one per round; the rest of a longer chain is resolved when due. */
const MAX_ROUNDS = 8;

/** Contacts whose marketing messages changed and who have other planned marketing. */
export function contactsInConflict(
  conflicts: readonly PriorityConflict[],
  { round, now }: { round: number; now: Temporal.Instant },
): ContactId[] {
  if (round >= MAX_ROUNDS) return [];
  const marketing = conflicts.filter(({ kind }) => flowKind(kind).isMarketing);
  const ofContact = Map.groupBy(marketing, ({ subject }) => subject.contactId);
  return [...ofContact].flatMap(([contactId, ownConflicts]) => {
    const isChanged = ownConflicts.some((conflict) => changes(conflict, now));
    return contactId && isChanged && meetsOthers(ownConflicts) ? [contactId] : [];
  });
}

/** Whether a message to a contact is new, moved or cancelled. */
function changes({ known, result }: PriorityConflict, now: Temporal.Instant): boolean {
  if (result.cancel.some(({ message }) => message.testPhone === null)) return true;
  return result.plan.some(({ testPhone, occurrence, at }) => {
    if (testPhone !== null) return false;
    const same = known.find((one) => one.testPhone === null && one.occurrence === occurrence);
    if (same?.status !== 'planned') return true;
    const isDue = !isAfter(same.dueAt, now) && !isAfter(at, now);
    return !isDue && !same.dueAt.equals(at);
  });
}

/** Whether the contact has another planned message, or several were planned together. */
function meetsOthers(ownConflicts: readonly PriorityConflict[]): boolean {
  const planned = ownConflicts.filter(({ result }) => result.plan.some(({ testPhone }) => testPhone === null));
  const recentMessages = ownConflicts[0]?.subject.person?.recentMessages ?? [];
  const waiting = recentMessages.filter(({ isMarketing, isWaiting }) => isMarketing && isWaiting);
  return planned.length > 1 || waiting.length > 1 || (waiting.length === 1 && planned.length === 1);
}
