import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { WaitlistPage } from './WaitlistPage.tsx';

const product = await startProduct();
const texts = ['waitlist', 'flows', 'texts', 'audiences', 'delivery', 'rules', 'contacts'] as const;

test('a client found by name is put on the list with what they want, and taken off with Undo', async () => {
  const owner = await product.signUp();
  await product.aContact({ tenantId: owner.tenantId, name: 'Bella Swan' });
  const { user } = await draw(<WaitlistPage />, { texts: [...texts], as: owner, at: '/widgets/waitlist?tab=list' });
  await screen.findByText('Nobody waits');
  await user.click(screen.getAllByRole('button', { name: 'Add a client' })[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(dialog.getByRole('combobox', { name: 'Client' }).getAttribute('aria-invalid')).toBe('true'),
  );
  await user.type(dialog.getByRole('combobox', { name: 'Client' }), 'Bella');
  await user.click(await screen.findByRole('option', { name: /Bella Swan/ }));
  await user.selectOptions(dialog.getByLabelText('Starts from'), '17:00');
  await user.type(dialog.getByLabelText('Note for the team'), 'Prefers Olga');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Added to the waiting list');
  await screen.findByText('17:00–24:00');
  await user.click(await screen.findByRole('button', { name: /^Actions.*Bella/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the list' }));
  await screen.findByText('Nobody waits');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('17:00–24:00');
});

test('a client can be chosen while the search for what was typed still runs', async () => {
  const owner = await product.signUp();
  await product.aContact({ tenantId: owner.tenantId, name: 'Bella Swan' });
  const { user } = await draw(<WaitlistPage />, { texts: [...texts], as: owner, at: '/widgets/waitlist?tab=list' });
  await screen.findByText('Nobody waits');
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  const fetchNow = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = fetchNow));
  let isSearching = false;
  globalThis.fetch = async (input, init) => {
    isSearching ||= String(input).includes('search=');
    if (isSearching) await isAnswered;
    return fetchNow(input, init);
  };
  await user.click(screen.getAllByRole('button', { name: 'Add a client' })[0]!);
  const client = within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('combobox', { name: 'Client' });
  await user.click(client);
  await screen.findByRole('option', { name: /Bella Swan/ });
  await user.type(client, 'Bella');
  await waitFor(() => expect(isSearching).toBe(true));
  await user.click(screen.getByRole('option', { name: /Bella Swan/ }));
  answer();
  await waitFor(() => expect(client.value).toMatch(/^Bella Swan/));
});

test('offers are turned on by a switch, and likely clients need a condition', async () => {
  const owner = await product.signUp();
  const { user } = await draw(<WaitlistPage />, { texts: [...texts], as: owner, at: '/widgets/waitlist' });
  await screen.findByText('Off: the time of cancelled visits is offered to nobody.');
  await user.click(await screen.findByRole('button', { name: 'Open settings' }));
  await user.click(await screen.findByRole('switch', { name: /^Offer the time/ }));
  await user.click(screen.getByRole('radio', { name: /^Suitable clients/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Add at least one condition/);
  await user.click(screen.getByRole('radio', { name: /^Those who wait(?!,)/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('On: the time of a cancelled visit is offered to those who wait, each in turn.');
});
