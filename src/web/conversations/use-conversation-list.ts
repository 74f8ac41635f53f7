import { infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import type { Conversation, ConversationList } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { currentSession } from '#web/lib/api/session.ts';
import { isInList, type ListPage, placeRow } from './conversation-pages.ts';

const PAGE_ROWS = 50;
const LIST_KEY = ['conversations', 'list'] as const;

const allRows = ({ pages }: { pages: readonly ListPage[] }) => pages.flatMap(({ items }) => items);

const listQuery = (list: ConversationList) =>
  infiniteQueryOptions({
    queryKey: [...LIST_KEY, list],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v1/conversations', { query: { list, limit: PAGE_ROWS, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: allRows,
    staleTime: Infinity,
    meta: { followsEvents: true },
  });

/** A list of conversations, latest first. Rows that change are put in their place; pages are not loaded again. */
export const useConversationList = (list: ConversationList) => useInfiniteQuery(listQuery(list));

/** Shows a changed row in every list that is loaded. */
export function showRow(queryClient: QueryClient, row: Conversation): void {
  const session = currentSession();
  const myId = session.isAuthenticated ? session.userId : '';
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: LIST_KEY })) {
    const list = queryKey[2] as ConversationList; // NOTE: the key of `listQuery`
    queryClient.setQueryData(
      listQuery(list).queryKey,
      (data) => data && placeRow(data, row, isInList(list, row, myId)),
    );
  }
}

/** Forgets all but the first page of each list, since more has changed than can be put in place. */
export function trimLists(queryClient: QueryClient): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: LIST_KEY })) {
    const key = listQuery(queryKey[2] as ConversationList).queryKey; // NOTE: as above
    queryClient.setQueryData(
      key,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    void queryClient.invalidateQueries({ queryKey: key });
  }
}
