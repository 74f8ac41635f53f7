import type { FlowKind } from '#contract/flows.ts';
import type { SenderId } from '#contract/senders.ts';
import type { FrequencyContext } from './frequency-rules.ts';

/**
 * Kinds of marketing by how much is lost when a message is not sent now, until an owner orders her flows: a cart goes
 * cold within the hour, a birthday is over tomorrow, who has not come for months can be asked next week too.
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

/** A message by its sender and subject. Senders that are no flow have no kind, and come after the flows of all kinds. */
export type Ranked = { senderId: SenderId; kind: FlowKind | null; subjectId?: string | null };

/**
 * Which of two marketing messages goes first where the budget is short: by the owner's order, then by the kind, then the
 * older flow, then the older subject. Two messages never stand equal, so each sees the same one before the other.
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

/** What else a customer gets, as the policy looks at it when one message is asked about. */
export function frequencyContext(
  heard: readonly RecentMessage[],
  own: Ranked & { occurrence: number },
  order: readonly SenderId[],
): FrequencyContext {
  const others = heard.filter((one) => !isSame(one, own));
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

/** Whether it is the message that is asked about: what waits for its subject is moved to the present occasion. */
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
/** A message that a contact got, or is to get. */
export type RecentMessage = {
  senderId: SenderId;
  at: Temporal.Instant;
  isMarketing: boolean;
  subjectId: string | null;
  /** Absent: any. */
  occurrence?: number;
  /** Kind of the flow that sent it; absent or null: no flow did. */
  kind?: FlowKind | null;
  /** Title of the sender; absent or empty: not known. */
  title?: string;
  /** Of what waits still: its kind of flow and its name. Absent or null: it left, or is leaving. */
  waits?: { kind: FlowKind | null; title: string } | null;
};
