import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { useFail, useRefresh } from '#web/quality/use-shared.ts';

export const useQualityHome = () =>
  useQuery({
    queryKey: ['quality', 'home'],
    queryFn: () => call('GET /api/v1/quality/home'),
    placeholderData: (before) => before,
  });

/** Changes the verdict as a member of staff asked, or keeps it. */
export function useResolveDispute() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ disputeId, isAccepted }: { disputeId: string; isAccepted: boolean }) =>
      call('POST /api/v1/quality/disputes/:disputeId/resolve', { params: { disputeId }, body: { isAccepted } }),
    onSettled: refresh,
    onError: useFail(),
  });
}
