import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listNotices, readNotices } from '#contract/onboarding.ts';
import { call } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session.ts';

const noticesQuery = () =>
  queryOptions({
    queryKey: ['onboarding', 'notices'],
    queryFn: () => call(listNotices),
    meta: { alsoShows: ['notices'] },
  });

/** The latest notices, how many are new, and the one for the banner. */
export const useNotices = () => useQuery({ ...noticesQuery(), enabled: useSession().isAuthenticated });

/** Says that the bell was opened. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(readNotices),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticesQuery().queryKey }),
  });
}
