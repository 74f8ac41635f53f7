import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Conversation, ConversationId } from '#contract/conversations/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { showRow } from './use-conversation-list.ts';
import { showConversation } from './use-thread.ts';

/** Members a conversation can be assigned to. */
export const useColleagues = () =>
  useQuery({
    queryKey: ['conversations', 'members'],
    queryFn: () => call('GET /api/v1/conversations/members'),
    select: ({ members }) => members,
    staleTime: 60_000,
    meta: { followsEvents: true },
  });

/** A change of one conversation; the row and the thread show what comes back. */
function useChange<Input>(request: (input: Input) => Promise<Conversation>) {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess: (conversation) => {
      showRow(queryClient, conversation);
      showConversation(queryClient, conversation);
      void queryClient.invalidateQueries({ queryKey: ['conversations', 'counts'] });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

export const useAssign = () =>
  useChange(({ id, memberId }: { id: ConversationId; memberId: MemberId | null }) =>
    call('PUT /api/v1/conversations/:conversationId/assignee', {
      params: { conversationId: id },
      body: { memberId },
    }),
  );

export const useReopen = () =>
  useChange((conversationId: ConversationId) =>
    call('POST /api/v1/conversations/:conversationId/reopen', { params: { conversationId } }),
  );

/** Takes the latest close back; the key `z` does what the toast's button does. */
let lastUndo: (() => void) | null = null;

export function undoLast(): void {
  lastUndo?.();
  lastUndo = null;
}

/** Closes at once, and offers Undo. */
export function useClose() {
  const t = useTexts();
  const reopen = useReopen();
  const close = useChange((conversationId: ConversationId) =>
    call('POST /api/v1/conversations/:conversationId/close', { params: { conversationId } }),
  );
  return (conversationId: ConversationId, onUndo: () => void) =>
    close.mutate(conversationId, {
      onSuccess: () => {
        const undo = () => reopen.mutate(conversationId, { onSuccess: onUndo });
        lastUndo = undo;
        toast.undo({ title: t('conversations:closed') }, undo);
      },
    });
}

export const useSnooze = () =>
  useChange(({ id, until }: { id: ConversationId; until: string }) =>
    call('PUT /api/v1/conversations/:conversationId/snooze', { params: { conversationId: id }, body: { until } }),
  );

export const useMarkRead = () =>
  useChange(({ id, isRead }: { id: ConversationId; isRead: boolean }) =>
    call('PUT /api/v1/conversations/:conversationId/read', { params: { conversationId: id }, body: { isRead } }),
  );

export const useBotSilence = () =>
  useChange(({ id, areSilent }: { id: ConversationId; areSilent: boolean }) =>
    call('PUT /api/v1/conversations/:conversationId/bots', { params: { conversationId: id }, body: { areSilent } }),
  );

/** Says that nobody waits any more, without a word to the contact. */
export function useMarkAnswered() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (conversationId: ConversationId) => {
      await call('POST /api/v1/conversations/:conversationId/answered', { params: { conversationId } });
      return call('GET /api/v1/conversations/:conversationId', { params: { conversationId } });
    },
    onSuccess: (conversation) => {
      showRow(queryClient, conversation);
      showConversation(queryClient, conversation);
      toast.success({ title: t('conversations:marked') });
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
