import { useEffect, useEffectEvent } from 'react';
import type { LiveConversation } from '#contract/conversations/live.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { onLive } from '#web/lib/api/live-events.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { useLastWords } from './list/last-words.ts';
import { useConversationName } from './list/ListRow.tsx';
import { isSoundOn, noticeState, playSound, showNotice } from './new-message-notice.ts';

/**
 * Announces new messages of the member's conversations and of nobody's, and a conversation that was assigned to them, by
 * a notice and a sound of the browser where they are switched on. The thread on the screen needs neither.
 */
export function useNewMessageNotices(openId: ConversationId | undefined, onOpen: (id: ConversationId) => void): void {
  const t = useTexts();
  const me = useCurrentUser();
  const nameOf = useConversationName();
  const lastWords = useLastWords();
  const announce = useEffectEvent(
    async ({ kind, direction, conversationId, assigneeId, memberId }: LiveConversation) => {
      const isMessage = kind === 'message' && direction === 'in';
      const isAssigned = assigneeId === me.id && memberId !== me.id;
      const [hasNotices, hasSound] = [noticeState() === 'on', isSoundOn()];
      if (!conversationId || !(isMessage || isAssigned) || !(hasNotices || hasSound)) return;
      if (conversationId === openId && document.visibilityState === 'visible') return;
      const row = await call('GET /api/v1/conversations/:conversationId', { params: { conversationId } });
      const isForMe = row.assigneeId === null || row.assigneeId === me.id;
      if (!isForMe || (isMessage && row.unreadSince === null)) return;
      if (hasSound) playSound();
      if (!hasNotices) return;
      const body = isAssigned ? t('conversations:notices.assigned') : lastWords(row);
      showNotice({ title: nameOf(row), body, tag: row.id, onOpen: () => onOpen(row.id) });
    },
  );
  useEffect(() => onLive('conversation', (event) => void announce(event).catch(() => undefined)), []);
}
