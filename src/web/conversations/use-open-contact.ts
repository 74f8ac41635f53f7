import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { showRow } from './use-conversation-list.ts';

/** Opens the thread of a contact; one who has none gets one. */
export function useOpenContact(contactId: ContactId | undefined, onOpen: (id: ConversationId) => void): void {
  const t = useTexts();
  const queryClient = useQueryClient();
  const opened = useEffectEvent(onOpen);
  const { mutate } = useMutation({
    mutationFn: (id: ContactId) => call('POST /api/v1/conversations', { body: { contactId: id } }),
    onSuccess: (conversation) => showRow(queryClient, conversation),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
  useEffect(() => {
    if (contactId) mutate(contactId, { onSuccess: ({ id }) => opened(id) });
  }, [contactId, mutate]);
}
