import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { ContactsPage } from './ContactsPage.tsx';

const product = await startProduct();
const NOW = Date.parse('2026-03-02T08:00:00Z'); // the server's clock
const DAY_MS = 86_400_000;

/** A cabinet with Anna, who was here 45 days ago, Boris, who was here 75 days ago, and Clara, who has never been. */
async function aSalon() {
  const owner = await product.signUp();
  const { tenantId } = owner;
  for (const [name, days] of [
    ['Anna', 45],
    ['Boris', 75],
    ['Clara', null],
  ] as const) {
    const lastVisitAt = days === null ? null : new Date(NOW - days * DAY_MS).toISOString();
    await product.aContact({ tenantId, name, lastVisitAt });
  }
  return owner;
}
const openList = async (at = '/contacts') => draw(<ContactsPage />, { texts: ['contacts'], as: await aSalon(), at });
const names = () => screen.queryAllByRole('link').flatMap((link) => link.textContent.match(/Anna|Boris|Clara/) ?? []);

test('the list shows every client, and its title how many there are', async () => {
  await openList();
  await expect.poll(names).toEqual(['Anna', 'Boris', 'Clara']);
  await expect.poll(() => screen.queryByText('3 clients')).not.toBeNull();
});

test('a filter shows its contacts only, is part of the URL, and can be cleared', async () => {
  const { user, router } = await openList();
  await user.click(await screen.findByRole('button', { name: /^Not seen lately/ }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Days since the last visit' }), '60');
  await expect.poll(names).toEqual(['Boris']);
  expect(router.state.location.href).toBe('/contacts?filter=lost&days=60');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await expect.poll(names).toEqual(['Anna', 'Boris', 'Clara']);
  expect(router.state.location.href).toBe('/contacts');
});

test('an address opened again shows the list as it was filtered', async () => {
  await openList('/contacts?filter=lost&days=60');
  await expect.poll(names).toEqual(['Boris']);
  expect(screen.getByRole('combobox', { name: 'Days since the last visit' })).toMatchObject({ value: '60' });
});

test('a mistyped URL shows every contact', async () => {
  await openList('/contacts?filter=nonsense&days=many&order=up');
  await expect.poll(names).toEqual(['Anna', 'Boris', 'Clara']);
});

test('a search without results offers to clear itself', async () => {
  const { user } = await openList();
  await expect.poll(names).toHaveLength(3);
  await user.type(screen.getByRole('searchbox'), 'bor');
  await expect.poll(names).toEqual(['Boris']);
  await user.type(screen.getByRole('searchbox'), 'xyz');
  await screen.findByText('No results');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await expect.poll(names).toHaveLength(3);
});

test('pressing the head of a column sorts by it, and once more turns the order', async () => {
  const { user, router } = await openList();
  await user.click(await screen.findByRole('button', { name: 'Client' }));
  await expect.poll(names).toEqual(['Anna', 'Boris', 'Clara']);
  await user.click(await screen.findByRole('button', { name: 'Client' }));
  await expect.poll(names).toEqual(['Clara', 'Boris', 'Anna']);
  expect(router.state.location.href).toBe('/contacts?order=z_a');
});

test('selected contacts get a tag, by which the list is filtered', async () => {
  const { user, router } = await openList();
  await expect.poll(names).toHaveLength(3);
  await user.click(screen.getByRole('checkbox', { name: /Boris/ }));
  await user.click(await screen.findByRole('button', { name: 'Add a tag' }));
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'VIP{Enter}');
  await user.click(screen.getByRole('button', { name: 'Add tags' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'VIP');
  await expect.poll(names).toEqual(['Boris']);
  expect(router.state.location.href).toBe('/contacts?tag=VIP');
});
