import type { ThreadItem } from '#contract/conversations/calls.ts';
import type { Pending } from '#web/conversations/composer/outbox.ts';

/** A line of a thread, top to bottom. Keys of bubbles are those of their sends, so that a bubble stays itself. */
export type ThreadRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: 'unread' }
  | { kind: 'item'; key: string; item: ThreadItem; isFollowing: boolean }
  | { kind: 'pending'; key: string; pending: Pending };

/** Messages of one person within this time stand together. */
const TOGETHER_MS = 5 * 60_000;

type Given = {
  /** Oldest first. */
  items: readonly ThreadItem[];
  outbox: readonly Pending[];
  /** Since when the contact's messages are unread; null: nothing is. */
  unreadSince: string | null;
  dayOf: (at: string) => string;
};

/** Lines of a thread: days, the mark of the first unread message, messages, and what is on its way. */
export function threadRows({ items, outbox, unreadSince, dayOf }: Given): ThreadRow[] {
  const rows: ThreadRow[] = [];
  let day = '';
  let before: ThreadItem | undefined;
  let isMarked = unreadSince === null;
  for (const item of items) {
    const today = dayOf(item.at);
    if (today !== day) rows.push({ kind: 'day', key: `day.${today}`, at: item.at });
    const isFirstUnread = !isMarked && item.direction === 'in' && unreadSince !== null && item.at >= unreadSince;
    if (isFirstUnread) rows.push({ kind: 'unread', key: 'unread' });
    isMarked ||= isFirstUnread;
    const isFollowing = today === day && !isFirstUnread && before !== undefined && areTogether(before, item);
    rows.push({ kind: 'item', key: item.requestId ?? item.id, item, isFollowing });
    day = today;
    before = item;
  }
  const confirmed = new Set(items.map(({ requestId }) => requestId));
  for (const pending of outbox) {
    if (confirmed.has(pending.requestId)) continue;
    const today = dayOf(pending.at);
    if (today !== day) rows.push({ kind: 'day', key: `day.${today}`, at: pending.at });
    day = today;
    rows.push({ kind: 'pending', key: pending.requestId, pending });
  }
  return rows;
}

function areTogether(a: ThreadItem, b: ThreadItem): boolean {
  return (
    a.direction === b.direction &&
    a.kind !== 'system' &&
    b.kind !== 'system' &&
    (a.kind === 'note') === (b.kind === 'note') &&
    a.sender?.senderId === b.sender?.senderId &&
    a.by?.memberId === b.by?.memberId &&
    Date.parse(b.at) - Date.parse(a.at) < TOGETHER_MS
  );
}
