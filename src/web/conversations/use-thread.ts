import { infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import type { Conversation, ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { mergeNewest, placeItem, type ThreadAt, type ThreadPage } from './conversation-pages.ts';

const PAGE_ITEMS = 50;

const fetchPage = (conversationId: ConversationId, at: ThreadAt, signal?: AbortSignal) =>
  call('GET /api/v1/conversations/:conversationId/messages', {
    params: { conversationId },
    query: { limit: PAGE_ITEMS, ...at },
    ...(signal && { signal }),
  });

function oldestFirst({ pages }: { pages: readonly ThreadPage[] }): ThreadPage | undefined {
  const [newest] = pages;
  return newest && { ...newest, items: pages.flatMap(({ items }) => items).toReversed() };
}

const threadKey = (conversationId: ConversationId) => ['conversations', 'thread', conversationId] as const;

const threadQuery = (conversationId: ConversationId, around: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...threadKey(conversationId), around ?? null],
    queryFn: ({ pageParam, signal }) => fetchPage(conversationId, pageParam, signal),
    initialPageParam: (around ? { around } : {}) as ThreadAt, // NOTE: a page by any of its three ways
    getNextPageParam: ({ nextCursor }): ThreadAt | undefined => (nextCursor ? { cursor: nextCursor } : undefined),
    getPreviousPageParam: ({ newerCursor }): ThreadAt | undefined =>
      newerCursor ? { newerThan: newerCursor } : undefined,
    select: oldestFirst,
    staleTime: Infinity,
    meta: { followsEvents: true },
  });

/**
 * A conversation, oldest message first.
 *
 * @param around an item to begin at; left out, the newest
 */
export const useThread = (conversationId: ConversationId, around: string | undefined) =>
  useInfiniteQuery(threadQuery(conversationId, around));

/** Loads a thread that will probably be opened. */
export function prefetchThread(queryClient: QueryClient, conversationId: ConversationId): void {
  void queryClient.prefetchInfiniteQuery(threadQuery(conversationId, undefined));
}

/** Whether the thread is on the screen now. */
function isOpen(queryClient: QueryClient, conversationId: ConversationId): boolean {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: threadKey(conversationId) })
    .some((query) => query.isActive());
}

/**
 * Reads the newest page of an open thread again and puts it over what is loaded; a thread that was loaded and is not
 * open is forgotten.
 *
 * @returns the conversation as it is now; undefined where the thread is not open
 */
export async function refreshThread(
  queryClient: QueryClient,
  conversationId: ConversationId,
): Promise<Conversation | undefined> {
  queryClient.removeQueries({ queryKey: threadKey(conversationId), type: 'inactive' });
  if (!isOpen(queryClient, conversationId)) return undefined;
  const fresh = await fetchPage(conversationId, {});
  queryClient.setQueryData(threadQuery(conversationId, undefined).queryKey, (data) => data && mergeNewest(data, fresh));
  return fresh.conversation;
}

/** Shows what this page has posted, or what came back for it. */
export function showItem(queryClient: QueryClient, conversationId: ConversationId, item: ThreadItem): void {
  queryClient.setQueryData(threadQuery(conversationId, undefined).queryKey, (data) => data && placeItem(data, item));
}

/** Shows the changed conversation in its thread. */
export function showConversation(queryClient: QueryClient, conversation: Conversation): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: threadKey(conversation.id) })) {
    const around = queryKey[3] === null ? undefined : String(queryKey[3]);
    queryClient.setQueryData(
      threadQuery(conversation.id, around).queryKey,
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, conversation })) },
    );
  }
}
