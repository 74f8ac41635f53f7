import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { FlowOffer, sendFlows, TransferId } from '#contract/flow-transfers.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { toast } from '#web/ui/toasts.ts';

export const useTransfers = () =>
  useQuery({ queryKey: ['flows', 'transfers'], queryFn: () => call('GET /api/v1/flows/transfers') });

export function useSendFlows() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof sendFlows.body>) => call('POST /api/v1/flows/transfers', { body }),
    onSuccess: refresh,
  });
}

export function useCancelTransfer() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (transferId: TransferId) =>
      call('POST /api/v1/flows/transfers/:transferId/cancel', { params: { transferId } }),
    onSuccess: () => toast.success({ title: t('transfers:cancelled') }),
    onSettled: refresh,
    onError: useFail(),
  });
}

export function useAcceptOffer() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: FlowOffer) => call('POST /api/v1/flows/offers/:offerId/accept', { params: { offerId: id } }),
    onSuccess: ({ flowIds }) =>
      toast.success({
        title: t('transfers:accepted', { count: flowIds.length }),
        description: t('transfers:accepted_note'),
      }),
    onSettled: refresh,
    onError: useFail(),
  });
}

export function useDeclineOffer() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: FlowOffer) => call('POST /api/v1/flows/offers/:offerId/decline', { params: { offerId: id } }),
    onSuccess: () => toast.success({ title: t('transfers:declined') }),
    onSettled: refresh,
    onError: useFail(),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['flows'] });
}

function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}
