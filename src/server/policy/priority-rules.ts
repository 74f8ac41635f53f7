import type { FlowKind } from '#contract/flows.ts';
import type { SenderId } from '#contract/senders.ts';
import type { FrequencyContext } from './frequency-rules.ts';

/**
 * Kinds of marketing flows, ordered by what is lost when a message is not sent now; holds until an owner sets an
 * order. A cart loses its value within the hour and a birthday is over tomorrow; a contact who has been away for
 * months can wait a week.
 */
const USUAL_ORDER: readonly FlowKind[] = [
  'abandoned_cart',
  'birthday',
  'threshold',
  'no_show_retry',
  'cross_selling',
  'repeat_visit',
  'lost_client',
];

/**
 * A message by its sender and subject. Senders that are not flows have no kind and rank after the flows of all
 * kinds.
 */
export type Ranked = { senderId: SenderId; kind: FlowKind | null; subjectId?: string | null };

/**
 * Ranks two marketing messages where the frequency cap allows only one: by the owner's order, then the kind, then the
 * older flow, then the older subject. Two messages are never equal, so both decisions rank the same one first.
 *
 * @returns negative: the first is more important
 */
export function compareImportance(order: readonly SenderId[], one: Ranked, other: Ranked): number {
  return (
    placeIn(order, one.senderId) - placeIn(order, other.senderId) ||
    placeIn(USUAL_ORDER, one.kind) - placeIn(USUAL_ORDER, other.kind) ||
    one.senderId.localeCompare(other.senderId) ||
    (one.subjectId ?? '').localeCompare(other.subjectId ?? '')
  );
}

/** The contact's other messages as the frequency cap needs them for one message. */
export function frequencyContext(
  recent: readonly RecentMessage[],
  own: Ranked & { occurrence: number },
  order: readonly SenderId[],
): FrequencyContext {
  const others = recent.filter((one) => !isSame(one, own));
  const marketing = others.filter(({ isMarketing }) => isMarketing);
  const ahead = marketing
    .flatMap((one) => (one.waits ? [{ ...one, ...one.waits }] : []))
    .filter((one) => compareImportance(order, one, own) < 0)
    .toSorted((one, other) => compareImportance(order, one, other));
  return {
    marketingAt: marketing.filter(({ waits }) => !waits).map(({ at }) => at),
    ahead: ahead.map(({ at, title }) => ({ at, title })),
    otherAt: others.filter(({ isMarketing, waits }) => !isMarketing && !waits).map(({ at }) => at),
  };
}

/** Whether it is the message being checked: a waiting message of its subject moves to the current occasion. */
export function isSame(
  one: RecentMessage,
  own: Pick<Ranked, 'senderId' | 'subjectId'> & { occurrence: number },
): boolean {
  const isItsOwn = one.senderId === own.senderId && one.subjectId === own.subjectId;
  return isItsOwn && (one.occurrence === undefined || one.occurrence === own.occurrence || Boolean(one.waits));
}

function placeIn<Value>(order: readonly Value[], value: Value | null): number {
  const place = value === null ? -1 : order.indexOf(value);
  return place === -1 ? order.length : place;
}
/** A message that was sent, or is planned, to a contact. */
export type RecentMessage = {
  senderId: SenderId;
  at: Temporal.Instant;
  isMarketing: boolean;
  subjectId: string | null;
  /** Absent: any occurrence. */
  occurrence?: number;
  /** Kind of the flow that sent it; absent or null when the sender is not a flow. */
  kind?: FlowKind | null;
  /** Title of the sender; absent or empty when unknown. */
  title?: string;
  /** The flow kind and title of a message that still waits. Absent or null: it was sent, or is being sent. */
  waits?: { kind: FlowKind | null; title: string } | null;
};
