import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { mailingTransfers } from '#web/mailings/list/mailing-transfers.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { TransferDialog } from './TransferDialog.tsx';
import { TransfersPanel } from './TransfersPanel.tsx';

const product = await startProduct();

test('a mailing is offered once by a double click, stands among the sent offers of mailings, and is taken back', async () => {
  const as = await product.signUp();
  await signIn(as);
  const { id } = await call('POST /api/v1/distributions', { body: { title: 'Spring' } });
  const page = (
    <>
      <TransfersPanel transfers={mailingTransfers} />
      <TransferDialog transfers={mailingTransfers} ids={[id]} onClose={() => {}} />
    </>
  );
  const { user } = await draw(page, { texts: ['mailings', 'flows', 'texts', 'transfers'], as });
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Transfer 1 mailing');
  await user.type(dialog.getByLabelText(/email/), 'somebody@elsewhere.example');
  await user.dblClick(dialog.getByRole('button', { name: 'Offer' }));
  const sent = async () => (await call('GET /api/v1/distributions/transfers')).sent.map(({ state }) => state);
  await expect.poll(sent).toEqual(['pending']);
  expect((await call('GET /api/v1/flows/transfers')).sent).toEqual([]);
  await screen.findByText('Spring');
  await user.click(screen.getByRole('button', { name: 'Withdraw', hidden: true }));
  await expect.poll(sent).toEqual(['cancelled']);
});
