import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from './words.tsx';

type Props = { isOpen: boolean; title: string; onClose: () => void; children: ReactNode };

/** The window of `Dialog`. */
export function OpenedDialog({ isOpen, title, onClose, children }: Props) {
  const words = useWords();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': words('close') }}>
      {children}
    </Modal>
  );
}
