import { ActionIcon, Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { useWords } from '#web/ui/words.tsx';

/** A page about all senders of a kind. */
export type PageLink = { to: string; label: string; Icon: ComponentType<{ size: number }> };

type Props = { links: readonly PageLink[]; newSender: ReactNode };

/** Pages about all senders, and a new one; on a phone the pages are behind a button, so that the list starts higher. */
export function HeadActions({ links, newSender }: Props) {
  const words = useWords();
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  if (!isMobile) {
    return (
      <>
        {links.map(({ to, label }) => (
          <Button key={to} variant="default" onClick={() => void navigate({ to })}>
            {label}
          </Button>
        ))}
        {newSender}
      </>
    );
  }
  return (
    <>
      {newSender}
      <ActionMenu
        target={
          <ActionIcon variant="default" aria-label={words('row_menu')}>
            <IconDots size={20} />
          </ActionIcon>
        }
      >
        {links.map(({ to, label, Icon }) => (
          <MenuItem key={to} leftSection={<Icon size={16} />} onClick={() => void navigate({ to })}>
            {label}
          </MenuItem>
        ))}
      </ActionMenu>
    </>
  );
}
