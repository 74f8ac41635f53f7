import type { InfiniteData } from '@tanstack/react-query';
import type { Conversation, ConversationList, ThreadItem } from '#contract/conversations/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getThread, listConversations } from '#contract/conversations/calls.ts';

export type ListPage = ReplyOf<typeof listConversations>;
export type ThreadPage = ReplyOf<typeof getThread>;
/** Which page of a thread: the newest, one around an item, the one after or before a page. */
export type ThreadAt = { cursor?: string; around?: string; newerThan?: string };

/** Whether a conversation stands in a list; the server's own rule. */
export function isInList(list: ConversationList, row: Conversation, myId: string): boolean {
  if (list === 'snoozed' || list === 'closed') return row.state === list;
  if (row.state !== 'open') return false;
  const isOwn = row.assigneeId === myId;
  const isUnassigned = row.assigneeId === null;
  const tests: Record<Exclude<ConversationList, 'snoozed' | 'closed'>, boolean> = {
    all: true,
    inbox: isOwn || isUnassigned,
    mine: isOwn,
    unassigned: isUnassigned,
    waiting: row.needsPersonSince !== null,
    unread: row.unreadSince !== null,
  };
  return tests[list];
}

/**
 * Puts a changed row in its place among the loaded pages, or takes it out.
 *
 * A row older than all that is loaded comes with its page.
 */
export function placeRow<At>(
  { pages, pageParams }: InfiniteData<ListPage, At>,
  row: Conversation,
  belongs: boolean,
): InfiniteData<ListPage, At> {
  const rest = pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== row.id) }));
  if (!belongs) return { pages: rest, pageParams };
  const isOlder = ({ lastMessageAt }: Conversation) => lastMessageAt < row.lastMessageAt;
  const target = rest.findIndex(({ items }) => items.some(isOlder));
  const isEndLoaded = rest.at(-1)?.nextCursor === null;
  if (target < 0 && !isEndLoaded) return { pages: rest, pageParams };
  const pageIndex = target < 0 ? rest.length - 1 : target;
  const placed = rest.map((page, index) => {
    if (index !== pageIndex) return page;
    const at = page.items.findIndex(isOlder);
    return { ...page, items: page.items.toSpliced(at < 0 ? page.items.length : at, 0, row) };
  });
  return { pages: placed, pageParams };
}

/**
 * Puts the newest page, read again, over what is loaded of a thread. Where more came meanwhile than one page holds, only
 * that page is kept: what lies between is loaded as one scrolls.
 *
 * @param pages newest first, each with its newest item first
 */
export function mergeNewest<At>(
  { pages, pageParams }: InfiniteData<ThreadPage, At>,
  fresh: ThreadPage,
): InfiniteData<ThreadPage, At> {
  const known = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const oldest = fresh.items.at(-1);
  const hasGap = fresh.nextCursor !== null && !fresh.items.some(({ id }) => known.has(id));
  if (hasGap || !oldest) return { pages: [fresh], pageParams: pageParams.slice(0, 1) };
  const isFresh = new Set(fresh.items.map(({ id }) => id));
  const isBefore = (item: ThreadItem) => item.at < oldest.at || (item.at === oldest.at && !isFresh.has(item.id));
  const merged = pages.map((page, index) => {
    const older = page.items.filter((item) => !isFresh.has(item.id) && isBefore(item));
    if (index > 0) return { ...page, items: older };
    const { nextCursor } = pages.length === 1 && page.items.length <= fresh.items.length ? fresh : page;
    return { ...fresh, items: [...fresh.items, ...older], nextCursor };
  });
  return { pages: merged, pageParams };
}

/** Adds or replaces one item that this page has posted. */
export function placeItem<At>(
  { pages, pageParams }: InfiniteData<ThreadPage, At>,
  item: ThreadItem,
): InfiniteData<ThreadPage, At> {
  const isKnown = pages.some(({ items }) => items.some(({ id }) => id === item.id));
  const placed = pages.map((page, index) => {
    if (isKnown) return { ...page, items: page.items.map((one) => (one.id === item.id ? item : one)) };
    return index === 0 ? { ...page, items: [item, ...page.items] } : page;
  });
  return { pages: placed, pageParams };
}
