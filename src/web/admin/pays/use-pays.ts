import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { changePay, createPay, listAllPays, Pay } from '#contract/admin/pays.ts';
import type { z } from 'zod';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

export type UserId = AdminUser['id'];
export type PayId = Pay['id'];
export type Success = 'true' | 'false' | undefined;
export type NewPayBody = z.input<typeof createPay.body>;
export type PayChange = z.input<typeof changePay.body>;
type Filters = Omit<z.input<typeof listAllPays.query>, 'cursor' | 'limit'>;

export const useUserPays = (userId: UserId, query: { page: number; success: Success }) =>
  useQuery({
    queryKey: ['admin', 'pays', userId, query],
    queryFn: () => call('GET /api/v1/Admin/Users/:userId/Pays', { params: { userId }, query }),
    placeholderData: keepPreviousData,
  });

export const useAllPays = (filters: Filters) =>
  useInfiniteQuery(
    pagesQuery(['admin', 'pays', 'all', filters], (cursor) =>
      call('GET /api/v1/Admin/Pays', { query: { ...filters, cursor } }),
    ),
  );

export const usePayOf = (userId: UserId, payId: PayId) =>
  useQuery({
    queryKey: ['admin', 'pay', userId, payId],
    queryFn: () => call('GET /api/v1/Admin/Users/:userId/Pays/:payId', { params: { userId, payId } }),
  });

export function useCreatePay(userId: UserId) {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: NewPayBody) => call('POST /api/v1/Admin/Users/:userId/Pays', { params: { userId }, body }),
    onSuccess,
  });
}

export function useChangePay(userId: UserId, payId: PayId) {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: PayChange) =>
      call('PATCH /api/v1/Admin/Users/:userId/Pays/:payId', { params: { userId, payId }, body }),
    onSuccess,
  });
}

export function useCancelPay(userId: UserId, payId: PayId) {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: () => call('POST /api/v1/Admin/Users/:userId/Pays/:payId/Cancel', { params: { userId, payId } }),
    onSuccess,
  });
}

export function useRefundPay(userId: UserId, payId: PayId) {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: { amount: number; reason: string }) =>
      call('POST /api/v1/Admin/Users/:userId/Pays/:payId/Refunds', { params: { userId, payId }, body }),
    onSuccess,
  });
}

export const useLinkToPay = (userId: UserId, payId: PayId) =>
  useMutation({
    mutationFn: () => call('GET /api/v1/Admin/Users/:userId/Pays/:payId/LinkToPay', { params: { userId, payId } }),
  });

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'admin');
}
