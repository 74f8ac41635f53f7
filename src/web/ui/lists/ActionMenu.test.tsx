import { Button } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { ActionMenu, MenuItem } from './ActionMenu.tsx';

const menuButton = () => screen.getByRole('button', { name: 'Actions' });
const isOpen = () => menuButton().getAttribute('aria-expanded');
const hasFocus = (element: Element) => element.contains(document.activeElement);

test.each(['pointer', 'keyboard'])(
  'a menu opens at each press, by %s, takes the focus, and Esc gives it back to the button',
  async (means) => {
    const { user } = await draw(
      <ActionMenu target={<Button>Actions</Button>}>
        <MenuItem>Rename</MenuItem>
      </ActionMenu>,
      { texts: [] },
    );
    expect(menuButton().getAttribute('aria-haspopup')).toBe('menu');
    menuButton().focus();
    for (const press of ['first', 'second']) {
      expect(isOpen(), press).toBe('false');
      await (means === 'pointer' ? user.click(menuButton()) : user.keyboard('{Enter}'));
      await screen.findByRole('menuitem', { name: 'Rename' });
      expect(isOpen(), press).toBe('true');
      await waitFor(() => expect(hasFocus(screen.getByRole('menu'))).toBe(true));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(hasFocus(menuButton())).toBe(true));
    }
  },
);
