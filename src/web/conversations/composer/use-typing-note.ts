import { useRef } from 'react';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** The least time between two notes to the server. */
const PAUSE_MS = 3_000;

/** Reports to colleagues, at most every few seconds, that the member is writing. */
export function useTypingNote(conversationId: ConversationId): (kind: 'answer' | 'note') => void {
  const lastAt = useRef(0);
  return (kind) => {
    const now = Date.now();
    if (now - lastAt.current < PAUSE_MS) return;
    lastAt.current = now;
    void call('POST /api/v1/conversations/:conversationId/typing', {
      params: { conversationId },
      body: { kind },
    }).catch(() => undefined); // NOTE: nobody misses it
  };
}
