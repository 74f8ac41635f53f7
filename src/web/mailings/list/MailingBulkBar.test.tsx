import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { MailingBulkBar } from './MailingBulkBar.tsx';

const product = await startProduct();

/** The bar of two selected mailings of a new cabinet. */
async function openBar() {
  const as = await product.signUp();
  await signIn(as);
  for (const title of ['Spring', 'Autumn']) await call('POST /api/v1/distributions', { body: { title } });
  const list = async () => (await call('GET /api/v1/distributions')).items;
  const bar = <MailingBulkBar mailings={await list()} onGive={() => {}} onClear={() => {}} />;
  const { user } = await draw(bar, { texts: ['mailings', 'flows', 'texts', 'bulks'], as });
  await user.click(screen.getByRole('button', { name: 'More' }));
  return { user, list };
}

test('numbers that cannot be read are named at the field, and corrected ones are saved for all selected mailings', async () => {
  const { user, list } = await openBar();
  await user.click(await screen.findByRole('menuitem', { name: 'Change test numbers' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: 'Test numbers' });
  const save = dialog.getByRole('button', { name: 'Save for 2 mailings' });
  await user.type(field, 'forty');
  await user.click(save);
  await dialog.findByText(/forty/);
  await user.clear(field);
  await user.type(field, '+7 999 000-00-02');
  await user.click(save);
  await expect
    .poll(async () => (await list()).map(({ testPhones }) => testPhones))
    .toEqual([['+79990000002'], ['+79990000002']]);
});
