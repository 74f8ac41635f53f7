import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBackCloses } from './use-back-closes.ts';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { useWords } from '#web/ui/words.tsx';

type Props = { isOpen?: boolean; title: string; isWide?: boolean; onClose: () => void; children: ReactNode };

/** A window over the page: Esc, the cross and Back close it, and the focus goes back to what opened it. */
export function Dialog({ isOpen = true, title, isWide = false, onClose, children }: Props) {
  const words = useWords();
  useFocusBack(isOpen);
  useBackCloses(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={isWide ? '68rem' : undefined}
      closeButtonProps={{ 'aria-label': words('close') }}
    >
      {children}
    </Modal>
  );
}
