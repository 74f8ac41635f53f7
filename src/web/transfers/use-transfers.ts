import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { FlowOffer, SentTransfer, TransferId, TransferTo } from '#contract/flows/transfers.ts';
import type { MailingOffer } from '#contract/mailings/transfers.ts';
import type { Given } from '#web/flows/transfer-slots.tsx';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

type Of = Given['of'];

/** An offer of another cabinet: flows, or mailings. */
export type Offer = (FlowOffer & { of: 'flows' }) | (MailingOffer & { of: 'mailings' });

type Transfers = { offers: Offer[]; sent: SentTransfer[] };

async function loadTransfers(of: Of): Promise<Transfers> {
  if (of === 'flows') {
    const { offers, sent } = await call('GET /api/v1/flows/transfers');
    return { offers: offers.map((offer) => ({ ...offer, of })), sent };
  }
  const { offers, sent } = await call('GET /api/v1/distributions/transfers');
  return { offers: offers.map((offer) => ({ ...offer, of })), sent };
}

export const useTransfers = (of: Of) => useQuery({ queryKey: [of, 'transfers'], queryFn: () => loadTransfers(of) });

export function useSend(given: Given) {
  const refresh = useRefresh(given.of);
  return useMutation({
    mutationFn: (to: z.input<typeof TransferTo>) =>
      given.of === 'flows'
        ? call('POST /api/v1/flows/transfers', { body: { ...to, flowIds: given.ids } })
        : call('POST /api/v1/distributions/transfers', { body: { ...to, mailingIds: given.ids } }),
    onSuccess: refresh,
  });
}

export function useCancelTransfer(of: Of) {
  const t = useTexts();
  const refresh = useRefresh(of);
  return useMutation({
    mutationFn: (transferId: TransferId) => {
      const params = { transferId };
      return of === 'flows'
        ? call('POST /api/v1/flows/transfers/:transferId/cancel', { params })
        : call('POST /api/v1/distributions/transfers/:transferId/cancel', { params });
    },
    onSuccess: () => toast.success({ title: t('transfers:cancelled') }),
    onSettled: refresh,
    onError: useFail(),
  });
}

export function useAcceptOffer(of: Of) {
  const t = useTexts();
  const refresh = useRefresh(of);
  return useMutation({
    mutationFn: async ({ id }: Offer) => {
      const params = { offerId: id };
      if (of === 'flows') return (await call('POST /api/v1/flows/offers/:offerId/accept', { params })).flowIds.length;
      return (await call('POST /api/v1/distributions/offers/:offerId/accept', { params })).mailingIds.length;
    },
    onSuccess: (count) =>
      toast.success(
        of === 'flows'
          ? { title: t('transfers:accepted', { count }), description: t('transfers:accepted_note') }
          : { title: t('transfers:mailings.accepted', { count }), description: t('transfers:mailings.accepted_note') },
      ),
    onSettled: refresh,
    onError: useFail(),
  });
}

export function useDeclineOffer(of: Of) {
  const t = useTexts();
  const refresh = useRefresh(of);
  return useMutation({
    mutationFn: ({ id }: Offer) => {
      const params = { offerId: id };
      return of === 'flows'
        ? call('POST /api/v1/flows/offers/:offerId/decline', { params })
        : call('POST /api/v1/distributions/offers/:offerId/decline', { params });
    },
    onSuccess: () => toast.success({ title: t('transfers:declined') }),
    onSettled: refresh,
    onError: useFail(),
  });
}

function useRefresh(of: Of) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [of] });
}

function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}
