import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { useIsMobile } from './use-is-mobile.ts';

type Props = { isOpen: boolean; title: string; closeLabel: string; onClose: () => void; children: ReactNode };

/** Details beside a page; on a phone they come from below. */
export function SideDrawer({ isOpen, title, closeLabel, onClose, children }: Props) {
  const isMobile = useIsMobile();
  useFocusBack(isOpen);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position={isMobile ? 'bottom' : 'right'}
      size={isMobile ? '92%' : 520}
      title={title}
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      {children}
    </Drawer>
  );
}
