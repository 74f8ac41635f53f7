import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { call } from '#web/lib/api/api.ts';

type UserId = AdminUser['id'];

export const useDiagnosis = (userId: UserId) =>
  useQuery({
    queryKey: ['admin', 'diagnosis', userId],
    queryFn: () => call('GET /api/v1/Admin/Users/:userId/Diagnostics', { params: { userId } }),
  });

export type MessageFilter = { search?: string | undefined; rule?: DecisionRule | undefined };

/** Messages of the last days page by page, and the customers whom the search found. */
export const useUserMessages = (userId: UserId, filter: MessageFilter) =>
  useInfiniteQuery({
    queryKey: ['admin', 'messages', userId, filter],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/Admin/Users/:userId/Messages', { params: { userId }, query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      items: pages.flatMap((page) => page.items),
      contacts: pages[0]?.contacts ?? [],
    }),
  });

export const useUserTrace = (userId: UserId, entryId: string) =>
  useQuery({
    queryKey: ['admin', 'trace', userId, entryId],
    queryFn: () => call('GET /api/v1/Admin/Users/:userId/Messages/:entryId', { params: { userId, entryId } }),
  });
