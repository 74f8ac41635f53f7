import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useConversationCounts } from './use-conversation-counts.ts';

/** How many conversations wait for the member: unread or waiting ones, theirs or nobody's. */
export function useWaitingForMe(): number {
  const canOpen = useCanOpen();
  return useConversationCounts(canOpen('/conversations')).data?.forMe ?? 0;
}
