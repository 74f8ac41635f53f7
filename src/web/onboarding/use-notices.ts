import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session.ts';

const noticesQuery = () =>
  queryOptions({
    queryKey: ['onboarding', 'notices'],
    queryFn: () => call('GET /api/v1/notices'),
    meta: { alsoShows: ['notices', 'announcements'] },
  });

/** The latest notices, how many are new, and the one for the banner. */
export const useNotices = () => useQuery({ ...noticesQuery(), enabled: useSession().isAuthenticated });

/** Says that the bell was opened. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/v1/notices/read'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticesQuery().queryKey }),
  });
}
