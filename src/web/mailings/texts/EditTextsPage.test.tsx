import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { EditTextsPage } from './EditTextsPage.tsx';

const product = await startProduct();

/** The page on a search in the mailings of a new cabinet, by their titles. */
async function openSearch(titles: readonly string[], query: string, chosen: readonly string[] = []) {
  const as = await product.signUp();
  await signIn(as);
  for (const title of titles) await call('POST /api/v1/distributions', { body: { title } });
  const list = async () => (await call('GET /api/v1/distributions', { query: { sort: 'title' } })).items;
  const ids = (await list()).filter(({ title }) => chosen.includes(title)).map(({ id }) => `&ids=${id}`);
  const texts = ['mailings', 'flows', 'texts', 'versions'] as const;
  const drawn = await draw(<EditTextsPage />, { texts, as, at: `/distributions/texts?${query}${ids.join('')}` });
  return { ...drawn, titles: async () => (await list()).map(({ title }) => title) };
}

test('each change is shown before it is made, one can be left out, and Undo takes the others back', async () => {
  const { user, titles } = await openSearch(['Forest one', 'Forest two'], 'find=Forest&with=Garden');
  const found = within(await screen.findByRole('region', { name: 'Find and replace in mailings' }));
  found.getByText('2 matches found in 2 mailings.');
  await user.click(found.getByRole('checkbox', { name: 'Forest two' }));
  await user.click(screen.getByRole('button', { name: 'Replace in 1 mailing' }));
  await expect.poll(titles).toEqual(['Forest two', 'Garden one']);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await expect.poll(titles).toEqual(['Forest one', 'Forest two']);
});

test('only mailings that were selected in the list are searched, until the search is widened to all', async () => {
  const { user } = await openSearch(['Forest one', 'Forest two'], 'find=Forest&with=Garden', ['Forest one']);
  await screen.findByText('1 match found in 1 mailing.');
  screen.getByText('Searching 1 selected mailing');
  await user.click(screen.getByRole('button', { name: 'Search all' }));
  await waitFor(() => screen.getByText('2 matches found in 2 mailings.'));
});
