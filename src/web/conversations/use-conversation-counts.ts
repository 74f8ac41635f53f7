import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

/** How many conversations each list has, and how many wait for the member. */
export const useConversationCounts = (isWanted = true) =>
  useQuery({
    queryKey: ['conversations', 'counts'],
    queryFn: isWanted ? () => call('GET /api/v1/conversations/counts') : skipToken,
    placeholderData: (before) => before,
  });
