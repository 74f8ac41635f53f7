import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { AssistantsPage } from './AssistantsPage.tsx';

const product = await startProduct();

async function openList() {
  const owner = await product.signUp();
  const drawn = await draw(<AssistantsPage />, { texts: ['assistants'], as: owner, at: '/flowCopilotBots' });
  await screen.findByText('An assistant answers clients for you');
  return { ...drawn, owner };
}

async function create(token: string, title: string): Promise<void> {
  await fetch('/api/v1/assistants', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title, trade: 'salon' }),
  });
}

test('the first assistant needs a name and a line of business, and opens', async () => {
  const { user, router } = await openList();
  await user.click(screen.getByRole('button', { name: 'New assistant' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Create assistant' }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Anna');
  await user.click(dialog.getByRole('radio', { name: 'Clinic' }));
  await user.click(dialog.getByRole('button', { name: 'Create assistant' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/flowCopilotBots\/[0-9a-f-]{36}$/));
});

test('a deleted assistant is taken back, or restored from the list of deleted ones', async () => {
  const owner = await product.signUp();
  await create(owner.token, 'Anna');
  const { user } = await draw(<AssistantsPage />, { texts: ['assistants'], as: owner, at: '/flowCopilotBots' });
  await screen.findByRole('link', { name: 'Anna' });
  expect(screen.getByText('Draft')).toBeTruthy();

  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: /^Actions.*Anna/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByText('An assistant answers clients for you');
  };
  await remove();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('link', { name: 'Anna' });

  await remove();
  await user.click(screen.getByRole('button', { name: 'Deleted' }));
  await user.click(await screen.findByRole('button', { name: /^Actions.*Anna/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Restore' }));
  await screen.findByText('There are no deleted assistants.');
});

test('a copy opens', async () => {
  const owner = await product.signUp();
  await create(owner.token, 'Anna');
  const { user, router } = await draw(<AssistantsPage />, { texts: ['assistants'], as: owner, at: '/flowCopilotBots' });
  await user.click(await screen.findByRole('button', { name: /^Actions.*Anna/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/flowCopilotBots\/./));
});
