import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { BranchId } from '#contract/connections/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** Polling interval for relative times; changes arrive as realtime messages. */
const REFRESH_MS = 60_000;

const homeQuery = (branchId?: BranchId) =>
  queryOptions({
    queryKey: ['onboarding', 'home', { branchId }],
    queryFn: () => call('GET /api/v1/home', { query: { branchId } }),
    meta: { alsoShows: ['visits', 'delivery', 'channels', 'connections', 'conversations', 'flows', 'billing'] },
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** @param branchId narrows the day's visits; everything else is of the whole cabinet */
export const useHome = (branchId?: BranchId) => useQuery(homeQuery(branchId));
