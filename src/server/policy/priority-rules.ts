import type { SenderId } from '#contract/senders/calls.ts';
import type { FrequencyContext } from './frequency-rules.ts';

/** A message by its sender and subject. */
export type Ranked = {
  senderId: SenderId;
  /** How soon the sender's marketing loses its value: the lowest leaves first. Null ranks last. */
  importance?: number | null;
  subjectId?: string | null;
};

/**
 * Ranks two marketing messages where the frequency cap allows only one: by the owner's order, then the sender's importance,
 * then the older sender, then the older subject. Two messages are never equal, so both decisions rank the same one first.
 *
 * @returns negative: the first is more important
 */
export function compareImportance(order: readonly SenderId[], one: Ranked, other: Ranked): number {
  return (
    placeIn(order, one.senderId) - placeIn(order, other.senderId) ||
    rankOf(one) - rankOf(other) ||
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
    .filter((one) => one.isWaiting && compareImportance(order, one, own) < 0)
    .toSorted((one, other) => compareImportance(order, one, other));
  return {
    marketingAt: marketing.filter(({ isWaiting }) => !isWaiting).map(({ at }) => at),
    ahead: ahead.map(({ at, title = '' }) => ({ at, title })),
    otherAt: others.filter(({ isMarketing, isWaiting }) => !isMarketing && !isWaiting).map(({ at }) => at),
  };
}

/** Whether it is the message being checked: a waiting message of its subject moves to the current occasion. */
export function isSame(
  one: RecentMessage,
  own: Pick<Ranked, 'senderId' | 'subjectId'> & { occurrence: number },
): boolean {
  const isItsOwn = one.senderId === own.senderId && one.subjectId === own.subjectId;
  return isItsOwn && (one.occurrence === undefined || one.occurrence === own.occurrence || Boolean(one.isWaiting));
}

function placeIn(order: readonly SenderId[], id: SenderId): number {
  const place = order.indexOf(id);
  return place === -1 ? order.length : place;
}

function rankOf({ importance }: Ranked): number {
  return importance ?? Number.MAX_SAFE_INTEGER;
}

/** A message that was sent, or is planned, to a contact. */
export type RecentMessage = {
  senderId: SenderId;
  at: Temporal.Instant;
  isMarketing: boolean;
  subjectId: string | null;
  /** Absent: any occurrence. */
  occurrence?: number;
  /** See {@link Ranked}. */
  importance?: number | null;
  /** Title of the sender; absent or empty when unknown. */
  title?: string;
  /** It was not sent, and is not being sent. */
  isWaiting?: boolean;
};
