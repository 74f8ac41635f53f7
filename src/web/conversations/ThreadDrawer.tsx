import { Drawer } from '@mantine/core';
import type { ConversationId } from '#contract/conversations.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { useIsMobile } from '#web/ui/use-is-mobile.ts';
import classes from './conversations.module.css';
import { Thread } from './Thread.tsx';

type Props = {
  /** Whose chat is open; none when left out. */
  conversationId: ConversationId | undefined;
  onClose: () => void;
};

/** The chat with one customer beside the page, to read and to answer. */
export function ThreadDrawer({ conversationId, onClose }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  useFocusBack(conversationId !== undefined);
  return (
    <Drawer
      opened={conversationId !== undefined}
      onClose={onClose}
      position={isMobile ? 'bottom' : 'right'}
      size={isMobile ? '94%' : 480}
      padding={0}
      title={t('conversations:title')}
      closeButtonProps={{ 'aria-label': t('conversations:close') }}
      classNames={{ content: classes.drawer, header: classes.drawerHead, body: classes.drawerBody }}
    >
      {conversationId && <Thread key={conversationId} conversationId={conversationId} onDone={onClose} />}
    </Drawer>
  );
}
