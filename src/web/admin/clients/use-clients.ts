import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ClientStep, CLIENT_PERIODS } from '#contract/admin/values.ts';
import { call } from '#web/lib/api/api.ts';

export type ClientFilter = { days: (typeof CLIENT_PERIODS)[number]; step?: ClientStep | undefined };

/** New clients page by page, and how many stand at each step. */
export const useNewClients = (filter: ClientFilter) =>
  useInfiniteQuery({
    queryKey: ['admin', 'clients', filter],
    queryFn: ({ pageParam }) => call('GET /api/v1/Admin/NewClients', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({ items: pages.flatMap((page) => page.items), counts: pages[0]?.counts ?? [] }),
  });

export const useCompanies = (companyId: string) =>
  useQuery({
    queryKey: ['admin', 'status', companyId],
    queryFn: () => call('GET /api/v1/Admin/Status', { query: { companyId } }),
    enabled: companyId !== '',
  });
