import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { onLive } from '#web/lib/api/live-events.ts';
import { showRow, trimLists } from './use-conversation-list.ts';
import { refreshThread, showConversation } from './use-thread.ts';

/** Milliseconds; changes of one conversation within them are read together. */
const GATHER_MS = 60;
/** Beyond so many changed conversations the lists are read again instead of row by row. */
const MAX_ROWS = 20;
const EVERYTHING = '*';

/**
 * Follows the stream while the page is open: changed conversations are read one by one and put in their places.
 *
 * @param openId the thread on the screen: its delivery marks are followed too
 */
export function useConversationEvents(openId: ConversationId | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const changed = new Set<ConversationId>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (conversationId: ConversationId) => {
      changed.add(conversationId);
      timer ??= setTimeout(() => {
        timer = undefined;
        const ids = [...changed];
        changed.clear();
        void readAgain(queryClient, ids).catch(() => trimLists(queryClient));
      }, GATHER_MS);
    };
    const stopConversations = onLive('conversation', ({ kind, conversationId }) => {
      if (kind === 'reset' || !conversationId) readAllAgain(queryClient);
      else note(conversationId);
    });
    const stopRooms = onLive('room', (room) => {
      if (room === EVERYTHING) readAllAgain(queryClient);
    });
    return () => {
      clearTimeout(timer);
      stopConversations();
      stopRooms();
    };
  }, [queryClient]);
  useEffect(() => {
    if (!openId) return;
    return onLive('room', (room) => {
      if (room === 'delivery') void refreshThread(queryClient, openId).catch(() => undefined);
    });
  }, [queryClient, openId]);
}

async function readAgain(queryClient: QueryClient, ids: readonly ConversationId[]): Promise<void> {
  if (ids.length > MAX_ROWS) trimLists(queryClient);
  await Promise.all(
    ids.map(async (conversationId) => {
      const inThread = await refreshThread(queryClient, conversationId);
      if (!inThread && ids.length > MAX_ROWS) return;
      const row = inThread ?? (await call('GET /api/v1/conversations/:conversationId', { params: { conversationId } }));
      showRow(queryClient, row);
      showConversation(queryClient, row);
    }),
  );
}

/** More was missed than the server keeps. */
function readAllAgain(queryClient: QueryClient): void {
  trimLists(queryClient);
  queryClient.removeQueries({ queryKey: ['conversations', 'thread'], type: 'inactive' });
  void queryClient.invalidateQueries({ queryKey: ['conversations'] });
}
