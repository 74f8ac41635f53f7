import { type BookingNotice, type BookingProvider, UnreadablePayload } from '#server/connections/port.ts';
import type { InboxId, InboxRow } from '#server/platform/inbox.ts';

/** Everything that was posted about one thing. */
export type Payload = {
  ids: InboxId[];
  notice: Omit<BookingNotice, 'unknownFields'>;
  /** Of all of them. */
  unknownFields: string[];
  /** Of the latest. */
  receivedAt: Temporal.Instant;
};

/** Understands raw posts, and puts those about one thing together. */
export function sortPayloads(
  provider: Pick<BookingProvider, 'read'>,
  rows: readonly InboxRow[],
): { payloads: Payload[]; unreadable: { id: InboxId; problem: string }[] } {
  const payloads = new Map<string, Payload>();
  const unreadable: { id: InboxId; problem: string }[] = [];
  for (const { id, body, receivedAt } of rows) {
    const notice = readOne(provider, body);
    if (notice instanceof UnreadablePayload) {
      unreadable.push({ id, problem: notice.message });
      continue;
    }
    const key = `${notice.branchExternalId}:${notice.kind}:${notice.externalId}`;
    const before = payloads.get(key);
    payloads.set(key, {
      ids: [...(before?.ids ?? []), id],
      notice,
      unknownFields: [...(before?.unknownFields ?? []), ...notice.unknownFields],
      receivedAt,
    });
  }
  return { payloads: [...payloads.values()], unreadable };
}

function readOne(provider: Pick<BookingProvider, 'read'>, body: Buffer): BookingNotice | UnreadablePayload {
  try {
    return provider.read(body);
  } catch (error) {
    if (error instanceof UnreadablePayload) return error;
    throw error;
  }
}
