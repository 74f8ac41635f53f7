import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ContactId } from '#contract/contacts.ts';
import type { ConversationId } from '#contract/conversations.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { toast } from '#web/ui/toasts.ts';
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
