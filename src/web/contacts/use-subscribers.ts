import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { SubscriberFilter } from '#contract/contacts/subscribers.ts';
import { call } from '#web/lib/api/api.ts';

const subscribersQuery = (filter: SubscriberFilter) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'subscribers', filter],
    meta: { alsoShows: ['conversations', 'channels'] },
    queryFn: ({ pageParam }) => call('GET /api/v1/phones/subscribers', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => ({
      rows: pages.flatMap((page) => page.items),
      count: pages[0]?.count ?? 0,
      channels: pages[0]?.channels ?? [],
    }),
  });

export const useSubscribers = (filter: SubscriberFilter) => useInfiniteQuery(subscribersQuery(filter));
