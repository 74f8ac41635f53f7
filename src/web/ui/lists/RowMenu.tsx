import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActionMenu } from './ActionMenu.tsx';
import { useWords } from '#web/ui/words.tsx';

/** Menu of one row; the children are `MenuItem`s. */
export function RowMenu({ name, children }: { name?: string; children: ReactNode }) {
  const words = useWords();
  return (
    <ActionMenu
      target={
        <ActionIcon aria-label={[words('row_menu'), name].filter(Boolean).join(': ')}>
          <IconDots size={20} />
        </ActionIcon>
      }
    >
      {children}
    </ActionMenu>
  );
}
