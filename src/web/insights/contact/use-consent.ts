import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { recordConsent, withdrawConsent } from '#contract/contacts/consents.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export function useRecordConsent(contactId: ContactId) {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof recordConsent.body>) =>
      call('POST /api/v1/contacts/:contactId/consents', { params: { contactId }, body }),
    onSuccess: () => {
      toast.success({ title: t('insights:consent.recorded') });
      return invalidateRoom(queryClient, 'contacts');
    },
  });
}

export function useWithdrawConsent(contactId: ContactId) {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof withdrawConsent.body>) =>
      call('POST /api/v1/contacts/:contactId/consents/withdraw', { params: { contactId }, body }),
    onSuccess: () => {
      toast.success({ title: t('insights:consent.withdrawn_done') });
      return invalidateRoom(queryClient, 'contacts');
    },
  });
}
