import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import type { getDashboard, listInquiries, listDashboardClients, setTarget } from '#contract/insights/dashboard.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import { call } from '#web/lib/api/api.ts';

export type DashboardQuery = z.input<typeof getDashboard.query>;

export const useDashboard = (query: DashboardQuery) =>
  useQuery({
    queryKey: ['insights', 'dashboard', query],
    queryFn: () => call('GET /api/v1/insights/dashboard', { query }),
    meta: { alsoShows: ['visits'] },
    placeholderData: (before) => before,
  });

export type ClientsQuery = Omit<z.input<typeof listDashboardClients.query>, 'cursor' | 'limit'>;

const clientsQuery = (query: ClientsQuery) =>
  infiniteQueryOptions({
    queryKey: ['insights', 'dashboard-clients', query],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/insights/dashboard/clients', { query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useDashboardClients = (query: ClientsQuery) => useInfiniteQuery(clientsQuery(query));

export type InquiryQuery = Omit<z.input<typeof listInquiries.query>, 'cursor' | 'limit'>;

const inquiryQuery = (query: InquiryQuery) =>
  infiniteQueryOptions({
    queryKey: ['insights', 'dashboard-conversations', query],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/insights/dashboard/conversations', { query: { ...query, cursor: pageParam } }),
    meta: { alsoShows: ['conversations'] },
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useInquiries = (query: InquiryQuery) => useInfiniteQuery(inquiryQuery(query));

/** The targets of the current month. */
export const useTargets = (branchId: BranchId | undefined) =>
  useQuery({
    queryKey: ['insights', 'targets', branchId],
    queryFn: () => call('GET /api/v1/insights/targets', { query: { branchId } }),
  });

/** Saves targets one after another: the first that is refused stops the rest. */
export function useSaveTargets() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (targets: readonly BodyOf<typeof setTarget>[]) => {
      for (const body of targets) await call('PUT /api/v1/insights/targets', { body });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['insights'] }),
  });
}
