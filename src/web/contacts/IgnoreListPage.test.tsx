import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { IgnoreListPage } from './IgnoreListPage.tsx';

const product = await startProduct();

async function openList() {
  const view = await draw(<IgnoreListPage />, {
    texts: ['contacts'],
    as: await product.signUp(),
    at: '/phones/ignore',
  });
  await screen.findByText('Nobody has opted out');
  await view.user.click(screen.getByRole('button', { name: 'Add numbers' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { ...view, dialog, numbers: dialog.getByLabelText('Numbers') };
}

test('numbers pasted together get into the list one by one, with the note', async () => {
  const { user, dialog, numbers } = await openList();
  await user.type(numbers, '+7 916 555-00-11{Enter}8 916 555-00-12, +7 916 555-00-11');
  await user.type(dialog.getByLabelText('Reason'), 'Asked by phone');
  await user.click(dialog.getByRole('button', { name: 'Stop messages' }));
  await screen.findByText('2 numbers added');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findAllByText('Asked by phone')).toHaveLength(2);
});

test('numbers that cannot be read are named at their field, and what was pasted stays', async () => {
  const { user, dialog, numbers } = await openList();
  await user.type(numbers, '+7 916 555-00-11, nobody, 12');
  await user.click(dialog.getByRole('button', { name: 'Stop messages' }));
  await screen.findByText('Not a phone number: nobody, 12');
  expect(numbers.getAttribute('aria-invalid')).toBe('true');
  expect(numbers).toMatchObject({ value: '+7 916 555-00-11, nobody, 12' });
  screen.getByRole('dialog');
});

test('numbers pasted but not added are offered again when the dialog is reopened', async () => {
  const { user, numbers } = await openList();
  await user.type(numbers, '+7 916 555-00-11');
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add numbers' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore' }));
  expect(screen.getByLabelText('Numbers')).toMatchObject({ value: '+7 916 555-00-11' });
});

test('entries taken off together are offered back, and then show in the history with who took them off', async () => {
  const { user, dialog, numbers } = await openList();
  await user.type(numbers, '+7 916 555-00-11, +7 916 555-00-12');
  await user.selectOptions(dialog.getByLabelText('How long'), '3 months');
  await user.click(dialog.getByRole('button', { name: 'Stop messages' }));
  await screen.findByText('2 numbers added');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Allow messages' }));
  await screen.findByText('Messages allowed: 2 clients');
  await screen.findByText('Nobody has opted out');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: /^Actions.*11/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Allow messages' }));
  await screen.findByText(/^Messages allowed: .*11$/);
  await user.click(screen.getByRole('button', { name: 'History' }));
  await screen.findByText(/Allowed by your team: /);
});

test('a period that ends in the past is refused at its day, and nothing typed is lost', async () => {
  const { user, dialog, numbers } = await openList();
  await user.type(numbers, '+7 916 555-00-11');
  await user.selectOptions(dialog.getByLabelText('How long'), 'Until a date');
  await user.type(dialog.getByLabelText('Last day'), '2020-01-01');
  await user.click(dialog.getByRole('button', { name: 'Stop messages' }));
  await screen.findByText('Choose a day after today');
  expect(numbers).toMatchObject({ value: '+7 916 555-00-11' });
});
