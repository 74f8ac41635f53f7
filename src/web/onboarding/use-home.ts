import { queryOptions, useQuery } from '@tanstack/react-query';
import { getHome } from '#contract/onboarding.ts';
import { call } from '#web/lib/api.ts';

/** What is near moves on by itself; what happens is told by the server. */
const REFRESH_MS = 60_000;

const homeQuery = () =>
  queryOptions({
    queryKey: ['onboarding', 'home'],
    queryFn: () => call(getHome),
    meta: { alsoShows: ['visits', 'delivery', 'channels', 'connections', 'conversations', 'flows', 'billing'] },
    refetchInterval: REFRESH_MS,
  });

export const useHome = () => useQuery(homeQuery());
