import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from './use-focus-back.ts';
import { useWords } from './words.tsx';

type Props = { isOpen?: boolean; title: string; onClose: () => void; children: ReactNode };

/** A window over the page: Esc and the cross close it, and the focus goes back to what opened it. */
export function Dialog({ isOpen = true, title, onClose, children }: Props) {
  const words = useWords();
  useFocusBack(isOpen);
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': words('close') }}>
      {children}
    </Modal>
  );
}
