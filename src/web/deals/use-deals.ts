import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ConnectionId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { createDeal } from '#contract/deals/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const SHOWN = 5;

/** Connected accounts of CRMs with their pipelines. */
export const useDealAccounts = () =>
  useQuery({ queryKey: ['deals', 'accounts'], queryFn: () => call('GET /api/v1/deals/accounts') });

/** Deals of a contact, the latest first. */
export const useContactDeals = (contactId: ContactId) =>
  useInfiniteQuery({
    queryKey: ['deals', 'of', contactId],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/deals', { query: { contactId, limit: SHOWN, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export function useCreateDeal() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof createDeal.body>) => call('POST /api/v1/deals', { body }),
    onSuccess: () => {
      toast.success({ title: t('deals:create.done') });
      return invalidateRoom(queryClient, 'deals');
    },
  });
}

/** Whether messages are written to a CRM as notes. */
export const useDealNotes = (connectionId: ConnectionId) =>
  useQuery({
    queryKey: ['deals', 'notes', connectionId],
    queryFn: () => call('GET /api/v1/connections/:connectionId/notes', { params: { connectionId } }),
  });

export function useSetDealNotes(connectionId: ConnectionId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) =>
      call('PUT /api/v1/connections/:connectionId/notes', { params: { connectionId }, body: { isOn } }),
    onSuccess: () => invalidateRoom(queryClient, 'deals'),
  });
}
