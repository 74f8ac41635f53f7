import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { InvoiceId } from '#contract/billing/invoices.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

type UserId = AdminUser['id'];

export const useUserInvoices = (userId: UserId) =>
  useInfiniteQuery(
    pagesQuery(['admin', 'invoices', userId], (cursor) =>
      call('GET /api/v1/Admin/Users/:userId/Invoices', { params: { userId }, query: { cursor } }),
    ),
  );

export function useFinishInvoice(userId: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ invoiceId, status }: { invoiceId: InvoiceId; status: 'paid' | 'cancelled' }) =>
      call('POST /api/v1/Admin/Users/:userId/Invoices/:invoiceId', { params: { userId, invoiceId }, body: { status } }),
    onSettled: () => invalidateRoom(client, 'admin'),
  });
}
