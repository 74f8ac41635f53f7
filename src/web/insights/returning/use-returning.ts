import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  getCohorts,
  getReturns,
  listCohortPeople,
  listLateClients,
  saveCohortSegment,
  saveLateSegment,
} from '#contract/insights/cohorts.ts';
import { call } from '#web/lib/api/api.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

export type CohortsQuery = z.input<typeof getCohorts.query>;

export const useCohorts = (query: CohortsQuery) =>
  useQuery({
    queryKey: ['insights', 'cohorts', query],
    queryFn: () => call('GET /api/v1/insights/cohorts', { query }),
    placeholderData: (before) => before,
  });

export type CohortCell = Omit<z.output<typeof listCohortPeople.query>, 'cursor' | 'limit'>;

const cohortPeopleQuery = (query: CohortCell) =>
  infiniteQueryOptions({
    queryKey: ['insights', 'cohort-people', query],
    queryFn: ({ pageParam }) => call('GET /api/v1/insights/cohorts/people', { query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useCohortPeople = (query: CohortCell) => useInfiniteQuery(cohortPeopleQuery(query));

export type ReturnsQuery = z.input<typeof getReturns.query>;

export const useReturns = (query: ReturnsQuery) =>
  useQuery({
    queryKey: ['insights', 'returns', query],
    queryFn: () => call('GET /api/v1/insights/returns', { query }),
    placeholderData: (before) => before,
  });

export type LateQuery = Omit<z.output<typeof listLateClients.query>, 'cursor' | 'limit'>;

const lateQuery = (query: LateQuery) =>
  infiniteQueryOptions({
    queryKey: ['insights', 'late', query],
    queryFn: ({ pageParam }) => call('GET /api/v1/insights/late', { query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useLateClients = (query: LateQuery) => useInfiniteQuery(lateQuery(query));

export function useSaveCohortSegment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveCohortSegment>) => call('POST /api/v1/insights/cohorts/segment', { body }),
    onSuccess: () => invalidateRoom(client, 'segments'),
  });
}

export function useSaveLateSegment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveLateSegment>) => call('POST /api/v1/insights/late/segment', { body }),
    onSuccess: () => invalidateRoom(client, 'segments'),
  });
}
