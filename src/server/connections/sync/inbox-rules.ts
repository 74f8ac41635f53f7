import type { InboxId, InboxRow } from '#server/platform/webhooks/inbox.ts';
import { UnreadablePayload } from '#server/connections/port.ts';
import type { ItemBatch, Notice, NoticeReader, SourcePayload } from './port.ts';

/** All payloads about one record; the time is that of the latest. */
export type NoticeStep = Notice & { ids: InboxId[]; unknownFields: string[] };

/** One payload that holds records. */
export type ItemBatchStep<Item> = Pick<SourcePayload<Item>, 'unreadable'> & {
  ids: InboxId[];
  delivered: ItemBatch<Item>[];
  receivedAt: Temporal.Instant;
};

/** `bug`: the thrown error, where the payload is as documented and our code failed. */
type Unreadable = { id: InboxId; problem: string; bug: unknown };

/** While the vendor does not answer, a request is retried after half the payload's age, within these bounds. */
const RETRY_MS = { least: 3_000, most: 300_000 };

export function retryAfterMs(receivedAt: Temporal.Instant, now: Temporal.Instant): number {
  const ageMs = now.since(receivedAt).total('milliseconds');
  return Math.min(RETRY_MS.most, Math.max(RETRY_MS.least, ageMs / 2));
}

/**
 * Returns milliseconds until a burst counts as over; 0 when it is, or has lasted long enough. @param agesMs of its
 * payloads
 */
export function debounceLeftMs({ quietMs, patienceMs }: NoticeReader['burst'], agesMs: readonly number[]): number {
  const youngest = Math.min(...agesMs);
  const isOver = youngest >= quietMs || Math.max(...agesMs) >= patienceMs;
  return isOver ? 0 : Math.ceil(quietMs - Math.max(0, youngest));
}

/** Parses raw payloads, and groups notices about one record. */
export function sortPayloads<Item>(
  parsePayload: (row: InboxRow) => SourcePayload<Item>,
  rows: readonly InboxRow[],
): { notices: NoticeStep[]; delivered: ItemBatchStep<Item>[]; unreadable: Unreadable[] } {
  const notices = new Map<string, NoticeStep>();
  const delivered: ItemBatchStep<Item>[] = [];
  const unreadable: Unreadable[] = [];
  for (const row of rows) {
    const { id, receivedAt } = row;
    const read = tryToRead(parsePayload, row);
    if ('problem' in read) {
      unreadable.push(read);
      continue;
    }
    for (const notice of read.notices) {
      const key = `${notice.branchExternalId}:${notice.kind}:${notice.externalId}`;
      const before = notices.get(key);
      notices.set(key, {
        ...notice,
        ids: [...(before?.ids ?? []), id],
        unknownFields: [...(before?.unknownFields ?? []), ...notice.unknownFields],
        receivedAt,
      });
    }
    if (read.notices.length === 0)
      delivered.push({ ids: [id], delivered: read.delivered, unreadable: read.unreadable, receivedAt });
  }
  return { notices: [...notices.values()], delivered, unreadable };
}

function tryToRead<Item>(
  parsePayload: (row: InboxRow) => SourcePayload<Item>,
  row: InboxRow,
): SourcePayload<Item> | Unreadable {
  try {
    return parsePayload(row);
  } catch (error) {
    if (error instanceof UnreadablePayload) return { id: row.id, problem: error.message, bug: null };
    return { id: row.id, problem: 'could not be stored', bug: error };
  }
}
