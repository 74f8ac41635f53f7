import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { PublicChatSettings } from '#contract/assistants/public-chat.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const keyOf = (assistantId: AssistantId) => ['assistants', 'public-chat', assistantId] as const;

export const usePublicChat = (assistantId: AssistantId) =>
  useQuery({
    queryKey: keyOf(assistantId),
    queryFn: () => call('GET /api/v1/assistants/:assistantId/public-chat', { params: { assistantId } }),
  });

export function useSavePublicChat(assistantId: AssistantId) {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PublicChatSettings) =>
      call('PUT /api/v1/assistants/:assistantId/public-chat', { params: { assistantId }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(keyOf(assistantId), saved);
      toast.success({ title: t('assistants:site.saved') });
      return invalidateRoom(queryClient, 'channels');
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
