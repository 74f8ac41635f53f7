import type { ErrorClass, MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import type { ChannelEvent } from '#server/channels/port.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { afterRefusal, type DueRow, type Outcome } from '#server/delivery/ledger/dispatch-rules.ts';

export type StatusEvent = Extract<ChannelEvent, { kind: 'status' }>;

/** Order of progress; a status without a rank is not part of it. */
const RANK: Partial<Record<MessageStatus, number>> = {
  sending: 0,
  unknown: 0,
  accepted: 1,
  sent: 2,
  delivered: 3,
  read: 4,
};

/** All statuses of one send in a batch of payloads, in any order. */
export type StatusUpdate = {
  providerMessageId: string;
  /** Our message's id, where the provider echoes it. */
  reference: string | null;
  times: Partial<Record<'accepted' | 'sent' | 'delivered' | 'read', Temporal.Instant>>;
  failure: {
    at: Temporal.Instant;
    errorClass: ErrorClass;
    code: string | null;
    text: string | null;
    /** A retry before this is pointless. */
    retryAfterMs?: number | null;
  } | null;
};

/** Groups statuses by their send. The earliest time of each counts. */
export function groupStatuses(events: readonly StatusEvent[]): StatusUpdate[] {
  const updatesById = new Map<string, StatusUpdate>();
  for (const event of events) {
    const { providerMessageId, status, at } = event;
    const update = updatesById.get(providerMessageId) ?? {
      providerMessageId,
      reference: null,
      times: {},
      failure: null,
    };
    updatesById.set(providerMessageId, update);
    update.reference ??= event.reference;
    if (status === 'failed') {
      const { code, text, retryAfterMs } = event;
      update.failure ??= { at, errorClass: event.errorClass ?? 'content_rejected', code, text, retryAfterMs };
      continue;
    }
    const known = update.times[status];
    if (!known || isBefore(at, known)) update.times[status] = at;
  }
  return [...updatesById.values()];
}

/** A message of the ledger with the fields that statuses use. */
export type KnownMessage = Pick<
  DueRow,
  'id' | 'fallbackChannelIds' | 'channelId' | 'content' | 'attempts' | 'isMarketing'
> & {
  status: MessageStatus;
};

/** The change that statuses make to a message: progress only. */
export type StatusChange = {
  id: MessageId;
  providerMessageId: string;
  status: MessageStatus;
  times: StatusUpdate['times'];
  /** It failed for good, or is to be sent in another way. */
  after: Pick<Outcome, 'attempts' | 'reason' | 'moveTo' | 'dueAt'> | null;
  failure: StatusUpdate['failure'];
};

/**
 * Applies a provider's statuses to a message.
 *
 * `read` implies `delivered`; a failure never reverts a delivery, but a delivery reverts a failure (one of a
 * contact's devices may refuse what another accepts).
 *
 * @returns null when the statuses change nothing
 */
export function applyUpdate(message: KnownMessage, update: StatusUpdate, now: Temporal.Instant): StatusChange | null {
  const { id, status: from } = message;
  const { providerMessageId, times } = update;
  const known = { id, providerMessageId, times: filled(times), after: null, failure: null };
  const top = topOf(update);
  const topRank = top ? (RANK[top] ?? 0) : -1;
  const fromRank = RANK[from] ?? -1;
  const hasArrived = topRank >= 3;
  if (from === 'failed') return hasArrived && top ? { ...known, status: top } : null;
  if (fromRank < 0) return null;
  if (update.failure && !hasArrived && fromRank < 3) {
    const { errorClass, retryAfterMs } = update.failure;
    const { status, ...after } = afterRefusal(message, errorClass, now, retryAfterMs ?? 0);
    return { ...known, status, after, failure: update.failure };
  }
  if (topRank > fromRank && top) return { ...known, status: top };
  return topRank >= 0 ? { ...known, status: from } : null;
}

/** The highest of several statuses. */
export function topOf({ times }: Pick<StatusUpdate, 'times'>): keyof StatusUpdate['times'] | null {
  if (times.read) return 'read';
  if (times.delivered) return 'delivered';
  if (times.sent) return 'sent';
  return times.accepted ? 'accepted' : null;
}

function filled(times: StatusUpdate['times']): StatusUpdate['times'] {
  const { read, delivered = read } = times;
  return { ...times, ...(delivered && { delivered }) };
}
