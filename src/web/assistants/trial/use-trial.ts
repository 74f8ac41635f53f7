import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { TrialMessage } from '#contract/assistants/turns.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** An answer may take a minute. */
const ANSWER_TIMEOUT_MS = 90_000;

const trialQuery = (assistantId: AssistantId) =>
  queryOptions({
    queryKey: ['assistants', 'trial', assistantId],
    queryFn: () => call('GET /api/v1/assistants/:assistantId/trial', { params: { assistantId } }),
  });

/** The member's chat with the draft, oldest first. */
export const useTrial = (assistantId: AssistantId) => useQuery(trialQuery(assistantId));

/** Writes to the draft; its answer is added to the chat. A repeated text whose answer was lost has one effect. */
export function useSendTrial(assistantId: AssistantId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      call('POST /api/v1/assistants/:assistantId/trial', {
        params: { assistantId },
        body: { text },
        timeoutMs: ANSWER_TIMEOUT_MS,
      }),
    onSuccess: ({ messages }) => {
      queryClient.setQueryData(trialQuery(assistantId).queryKey, (before) => ({
        messages: withNew(before?.messages ?? [], messages),
      }));
      void invalidateRoom(queryClient, 'models');
    },
  });
}

function withNew(before: readonly TrialMessage[], added: readonly TrialMessage[]): TrialMessage[] {
  const ids = new Set(added.map(({ id }) => id));
  return [...before.filter(({ id }) => !ids.has(id)), ...added];
}

/** Clears the chat. */
export function useClearTrial(assistantId: AssistantId) {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/v1/assistants/:assistantId/trial', { params: { assistantId } }),
    onSuccess: () => queryClient.setQueryData(trialQuery(assistantId).queryKey, { messages: [] }),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
