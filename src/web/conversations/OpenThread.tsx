import { lazy, Suspense, useState } from 'react';
import type { ConversationId } from '#contract/conversations.ts';
import { withTexts } from '#web/lib/i18n.ts';

/** Most days begin without a chat, so it comes when the first is opened. */
const ThreadDrawer = lazy(async () => ({
  default: (await withTexts(import('./ThreadDrawer.tsx'), ['conversations', 'delivery'])).ThreadDrawer,
}));

type Props = {
  /** Whose chat is open; none when left out. */
  conversationId: ConversationId | undefined;
  onClose: () => void;
};

/** The chat with one customer beside the page. */
export function OpenThread({ conversationId, onClose }: Props) {
  const [wasOpen, setWasOpen] = useState(false);
  if (conversationId !== undefined && !wasOpen) setWasOpen(true);
  if (conversationId === undefined && !wasOpen) return null; // NOTE: once open it stays to be seen closing
  return (
    <Suspense>
      <ThreadDrawer conversationId={conversationId} onClose={onClose} />
    </Suspense>
  );
}
