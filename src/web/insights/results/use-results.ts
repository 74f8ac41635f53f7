import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { listResultVisits } from '#contract/insights/results.ts';
import { call } from '#web/lib/api/api.ts';

export type ResultVisitsQuery = Omit<z.input<typeof listResultVisits.query>, 'cursor' | 'limit'>;

const visitsQuery = (query: ResultVisitsQuery) =>
  infiniteQueryOptions({
    queryKey: ['insights', 'result-visits', query],
    queryFn: ({ pageParam }) => call('GET /api/v1/insights/results/visits', { query: { ...query, cursor: pageParam } }),
    meta: { alsoShows: ['visits'] },
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useResultVisits = (query: ResultVisitsQuery) => useInfiniteQuery(visitsQuery(query));
