import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConversationId } from '#contract/conversations.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { invalidateRoom } from '#web/lib/realtime.ts';
import { toast } from '#web/ui/toasts.ts';

const threadQuery = (conversationId: ConversationId) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'thread', conversationId],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/conversations/:conversationId/messages', {
        params: { conversationId },
        query: { cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    meta: { alsoShows: ['delivery'] },
    select: ({ pages }) => {
      const [latest] = pages;
      return latest && { ...latest, items: pages.flatMap(({ items }) => items).toReversed() };
    },
  });

/** One conversation, oldest message first; the next page holds what was said before. */
export const useThread = (conversationId: ConversationId) => useInfiniteQuery(threadQuery(conversationId));

const waitingQuery = infiniteQueryOptions({
  queryKey: ['conversations', 'waiting'],
  queryFn: ({ pageParam }) => call('GET /api/v1/conversations', { query: { needsPerson: 'true', cursor: pageParam } }),
  initialPageParam: undefined as string | undefined, // NOTE: as above
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
});

/** All customers who wait for a person. */
export const useWaiting = (isWanted: boolean) => useInfiniteQuery({ ...waitingQuery, enabled: isWanted });

/** Answers the customer. The same `requestId` answers once, however often it is tried. */
export function useReply(conversationId: ConversationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { text: string; requestId: string }) =>
      call('POST /api/v1/conversations/:conversationId/messages', { params: { conversationId }, body }),
    onSuccess: () => invalidateRoom(queryClient, 'conversations'),
  });
}

/** Says that nobody waits any more, without a word to the customer. */
export function useMarkAnswered() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (conversationId: ConversationId) =>
      call('POST /api/v1/conversations/:conversationId/answered', { params: { conversationId } }),
    onSuccess: () => {
      toast.success({ title: t('conversations:marked') });
      return invalidateRoom(queryClient, 'conversations');
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
