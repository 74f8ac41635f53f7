import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invoice } from '#contract/billing/invoices.ts';
import type { CartLine } from '#contract/billing/cart.ts';
import type { Requisites } from '#contract/billing/requisites.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

export const useInvoices = () =>
  useInfiniteQuery(
    pagesQuery(['billing', 'invoices'], (cursor) => call('GET /api/v1/invoices', { query: { cursor } })),
  );

export const useRequisites = () =>
  useQuery({ queryKey: ['billing', 'requisites'], queryFn: () => call('GET /api/v1/invoices/requisites') });

export function useRequestInvoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Requisites & { lines: CartLine[]; totalMinor: number }) =>
      call('POST /api/v1/invoices', { body }),
    onSuccess: () => invalidateRoom(client, 'billing'),
  });
}

export function useCancelInvoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (invoiceId: Invoice['id']) =>
      call('POST /api/v1/invoices/:invoiceId/cancel', { params: { invoiceId } }),
    onSettled: () => invalidateRoom(client, 'billing'),
  });
}
