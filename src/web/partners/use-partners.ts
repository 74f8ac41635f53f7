import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import type { requestPayout, PayoutId } from '#contract/partners/calls.ts';
import type { PayoutStatus } from '#contract/partners/values.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

export const usePartner = () =>
  useQuery({ queryKey: ['partners', 'own'], queryFn: () => call('GET /api/v1/partners') });

export const usePayouts = () =>
  useInfiniteQuery(
    pagesQuery(['partners', 'payouts'], (cursor) => call('GET /api/v1/partners/payouts', { query: { cursor } })),
  );

export function useMakeCode() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => call('POST /api/v1/partners/codes'), onSuccess: refresh });
}

export function useRequestPayout() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof requestPayout>) => call('POST /api/v1/partners/payouts', { body }),
    onSettled: refresh,
  });
}

export function useWithdrawPayout() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (payoutId: PayoutId) => call('DELETE /api/v1/partners/payouts/:payoutId', { params: { payoutId } }),
    onSettled: refresh,
  });
}

export const usePartnerPayouts = (status: PayoutStatus) =>
  useInfiniteQuery(
    pagesQuery(['partners', 'requested', { status }], (cursor) =>
      call('GET /api/v1/Admin/Payouts', { query: { cursor, status } }),
    ),
  );

export function useMarkPaid() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (payoutId: PayoutId) => call('POST /api/v1/Admin/Payouts/:payoutId/Paid', { params: { payoutId } }),
    onSettled: refresh,
  });
}

export function useRefusePayout() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ payoutId, reason }: { payoutId: PayoutId; reason: string }) =>
      call('POST /api/v1/Admin/Payouts/:payoutId/Refused', { params: { payoutId }, body: { reason } }),
    onSettled: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'partners');
}
