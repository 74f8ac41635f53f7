import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConversationSettings, QuickReply, QuickReplyId } from '#contract/conversations/work.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const SETTINGS_KEY = ['conversations', 'settings'] as const;
const REPLIES_KEY = ['conversations', 'quick-replies'] as const;

export const useConversationSettings = () =>
  useQuery({ queryKey: SETTINGS_KEY, queryFn: () => call('GET /api/v1/conversations/settings') });

/** Saves at once; what could not be saved goes back. */
export function useSaveConversationSettings() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ConversationSettings) => call('PUT /api/v1/conversations/settings', { body }),
    onMutate: (settings) => queryClient.setQueryData(SETTINGS_KEY, settings),
    onSuccess: () => toast.success({ title: t('conversations:settings.saved') }),
    onError: (error) => toast.error({ title: problemText(error, t) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SETTINGS_KEY }),
  });
}

export const useQuickReplies = () =>
  useQuery({ queryKey: [...REPLIES_KEY, 'all'], queryFn: () => call('GET /api/v1/conversations/quick-replies') });

export function useSaveQuickReply() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: QuickReplyId | null; title: string; text: string }) =>
      id
        ? call('PUT /api/v1/conversations/quick-replies/:quickReplyId', { params: { quickReplyId: id }, body })
        : call('POST /api/v1/conversations/quick-replies', { body }),
    onSuccess: refresh,
  });
}

/** Deletes at once; Undo creates it again. */
export function useDeleteQuickReply(): (reply: QuickReply) => void {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const restore = useMutation({
    mutationFn: ({ title, text }: QuickReply) =>
      call('POST /api/v1/conversations/quick-replies', { body: { title, text } }),
    onSettled: refresh,
    onError: fail,
  });
  const remove = useMutation({
    mutationFn: ({ id }: QuickReply) =>
      call('DELETE /api/v1/conversations/quick-replies/:quickReplyId', { params: { quickReplyId: id } }),
    onSuccess: (_nothing, reply) => {
      toast.undo({ title: t('conversations:quick.deleted', { title: reply.title }) }, () => restore.mutate(reply));
      return refresh();
    },
    onError: fail,
  });
  return (reply) => remove.mutate(reply);
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: REPLIES_KEY });
}
