import { skipToken, useQuery } from '@tanstack/react-query';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** Quick replies as the contact would read them. @param isWanted nobody asked for them yet */
export const useFilledReplies = (conversationId: ConversationId, isWanted: boolean) =>
  useQuery({
    queryKey: ['conversations', 'quick-replies', conversationId],
    queryFn: isWanted
      ? () => call('GET /api/v1/conversations/:conversationId/quick-replies', { params: { conversationId } })
      : skipToken,
    select: ({ quickReplies }) => quickReplies,
  });

/** Templates with which the contact can be written to now. */
export const useAnswerTemplates = (conversationId: ConversationId) =>
  useQuery({
    queryKey: ['conversations', 'templates', conversationId],
    queryFn: () => call('GET /api/v1/conversations/:conversationId/templates', { params: { conversationId } }),
    select: ({ templates }) => templates,
    meta: { alsoShows: ['channels'] },
  });
