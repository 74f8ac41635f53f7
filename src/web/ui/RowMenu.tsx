import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from './words.tsx';

/** What can be done with one row; the children are `Menu.Item`s. */
export function RowMenu({ children }: { children: ReactNode }) {
  const words = useWords();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={words('row_menu')}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
