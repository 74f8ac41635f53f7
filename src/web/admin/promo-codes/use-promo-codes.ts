import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PromoCode, PromoCodeTerms } from '#contract/billing/promo-codes.ts';
import type { PromoCodeState } from '#contract/billing/promo-values.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

type Id = PromoCode['id'];

export const usePromoCodes = (filter: { search: string | undefined; state: PromoCodeState | undefined }) =>
  useInfiniteQuery(
    pagesQuery(['admin', 'promo-codes', filter], (cursor) =>
      call('GET /api/v1/Admin/PromoCodes', {
        query: { cursor, search: filter.search || undefined, state: filter.state },
      }),
    ),
  );

export const usePromoCode = (promoCodeId: Id) =>
  useQuery({
    queryKey: ['admin', 'promo-code', promoCodeId],
    queryFn: () => call('GET /api/v1/Admin/PromoCodes/:promoCodeId', { params: { promoCodeId } }),
  });

export const usePromoCodeUses = (promoCodeId: Id) =>
  useInfiniteQuery(
    pagesQuery(['admin', 'promo-code-uses', promoCodeId], (cursor) =>
      call('GET /api/v1/Admin/PromoCodes/:promoCodeId/Uses', { params: { promoCodeId }, query: { cursor } }),
    ),
  );

export function useDisablePromoCode() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, isDisabled }: { id: Id; isDisabled: boolean }) =>
      call('PATCH /api/v1/Admin/PromoCodes/:promoCodeId', { params: { promoCodeId: id }, body: { isDisabled } }),
    onSuccess: refresh,
  });
}

export const useGeneratePromoCode = () =>
  useMutation({ mutationFn: () => call('POST /api/v1/Admin/PromoCodes/Generate') });

export function useCreatePromoCode() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: PromoCodeTerms) => call('POST /api/v1/Admin/PromoCodes', { body }),
    onSuccess: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'admin');
}
