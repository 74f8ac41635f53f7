import { Drawer } from '@mantine/core';
import type { ConversationId } from '#contract/conversations.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { useIsMobile } from '#web/ui/use-is-mobile.ts';
import { MessageStory } from './MessageStory.tsx';

type Props = { entryId: string | undefined; onClose: () => void; onChat: (id: ConversationId) => void };

/** The trace of one message beside the log. */
export function StoryDrawer({ entryId, onClose, onChat }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  useFocusBack(entryId !== undefined);
  return (
    <Drawer
      opened={entryId !== undefined}
      onClose={onClose}
      position={isMobile ? 'bottom' : 'right'}
      size={isMobile ? '92%' : 520}
      title={t('delivery:story')}
      closeButtonProps={{ 'aria-label': t('delivery:close') }}
    >
      {entryId && <MessageStory entryId={entryId} onChat={onChat} />}
    </Drawer>
  );
}
