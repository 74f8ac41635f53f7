import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { refreshThread, showItem } from '#web/conversations/use-thread.ts';

type Work = Record<'onRetry' | 'onRetryFile' | 'onTranscribe' | 'onDeleteNote', (item: ThreadItem) => void>;

/** Actions on one message of a thread. The functions are stable, so that bubbles are drawn once. */
export function useThreadItemWork(conversationId: ConversationId): Work {
  const t = useTexts();
  const queryClient = useQueryClient();
  const run = useCallback(
    (work: () => Promise<void>) => void work().catch((error) => toast.error({ title: problemText(error, t) })),
    [t],
  );
  const onRetry = useCallback(
    ({ id: itemId }: ThreadItem) =>
      run(async () => {
        const item = await call('POST /api/v1/conversations/:conversationId/messages/:itemId/retry', {
          params: { conversationId, itemId },
        });
        showItem(queryClient, conversationId, item);
      }),
    [run, queryClient, conversationId],
  );
  const onRetryFile = useCallback(
    ({ id: itemId }: ThreadItem) =>
      run(async () => {
        await call('POST /api/v1/conversations/:conversationId/messages/:itemId/file', {
          params: { conversationId, itemId },
        });
        await refreshThread(queryClient, conversationId);
      }),
    [run, queryClient, conversationId],
  );
  const onTranscribe = useCallback(
    ({ id: itemId }: ThreadItem) =>
      run(async () => {
        await call('POST /api/v1/conversations/:conversationId/messages/:itemId/transcript', {
          params: { conversationId, itemId },
        });
        await refreshThread(queryClient, conversationId);
      }),
    [run, queryClient, conversationId],
  );
  const onDeleteNote = useCallback(
    ({ id: itemId }: ThreadItem) =>
      run(async () => {
        await call('DELETE /api/v1/conversations/:conversationId/notes/:itemId', {
          params: { conversationId, itemId },
        });
        await refreshThread(queryClient, conversationId);
      }),
    [run, queryClient, conversationId],
  );
  return { onRetry, onRetryFile, onTranscribe, onDeleteNote };
}
