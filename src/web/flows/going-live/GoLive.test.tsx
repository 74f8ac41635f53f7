import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { GoLiveButton } from './GoLiveButton.tsx';

const product = await startProduct();

/** A cabinet with a WhatsApp number without templates, and two clients who have not written to it, one of them without a phone. */
async function openFlow() {
  const as = await product.signUp();
  const { tenantId } = as;
  await product.aContact({ tenantId, name: 'Anna' });
  await product.aContact({ tenantId, name: 'Boris', phone: null });
  await product.aChannel({ tenantId, kind: 'dialog360', title: 'Salon' });
  await signIn(as);
  const flow = await call('POST /api/v1/flows', { body: { kind: 'birthday' } });
  const { user } = await draw(<GoLiveButton flow={flow} />, { texts: ['flows', 'policy'], as });
  await user.click(await screen.findByRole('button', { name: 'Go live' }));
  const dialog = within(await screen.findByRole('dialog'));
  const stored = () => call('GET /api/v1/flows/:flowId', { params: { flowId: flow.id } });
  return { user, dialog, flow, stored };
}

test('before a flow goes live, it is shown whom it reaches today by each channel, and what to do about the others', async () => {
  const { user, dialog, flow, stored } = await openFlow();
  await dialog.findByText('As of today it reaches nobody');
  dialog.getByText('0 of 2');
  dialog.getByText(/^1: no approved template/);
  dialog.getByText(/^1: no phone number/);
  const link = dialog.getByRole('link', { name: 'Choose template' });
  expect(link.getAttribute('href')).toBe(`/flows/edit/${flow.id}/message`);
  const confirm = dialog.getByRole('button', { name: 'Go live' });
  await expect.poll(() => confirm.hasAttribute('disabled')).toBe(false);
  await user.click(confirm);
  await expect.poll(async () => (await stored()).mode).toBe('combat');
});
