import { useEffect, useState } from 'react';
import type { LiveTyping } from '#contract/conversations/live.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { TYPING_MS } from '#contract/conversations/values.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { onLive } from '#web/lib/api/live-events.ts';
import { currentSession } from '#web/lib/api/session.ts';

export type Typing = ReadonlyMap<ConversationId, LiveTyping>;

/** Colleagues who are writing now, by conversation. */
export function useTyping(): Typing {
  const [typing, setTyping] = useState<Typing>(new Map());
  useEffect(() => {
    const timers = new Map<ConversationId, ReturnType<typeof setTimeout>>();
    const stop = onLive('typing', (event) => {
      const session = currentSession();
      if (session.isAuthenticated && session.userId === event.memberId) return;
      const { conversationId } = event;
      const leftMs = Math.min(Date.parse(event.until) - productNow(), TYPING_MS);
      clearTimeout(timers.get(conversationId));
      setTyping((before) => new Map(before).set(conversationId, event));
      timers.set(
        conversationId,
        setTimeout(() => setTyping((before) => without(before, conversationId)), leftMs),
      );
    });
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, []);
  return typing;
}

function without(typing: Typing, conversationId: ConversationId): Typing {
  const rest = new Map(typing);
  rest.delete(conversationId);
  return rest;
}
