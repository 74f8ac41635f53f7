import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { PayoutsPage } from './admin/PayoutsPage.tsx';
import { PartnerPage } from './PartnerPage.tsx';
import { ReferralCodePage } from './ReferralCodePage.tsx';

const product = await startProduct();

/** An owner who has earned 1,500 roubles. */
async function aPartner() {
  const partner = await product.signUp();
  await product.owner.query(`insert into reward_accounts (tenant_id, currency, balance) values ($1, 'RUB', 150000)`, [
    partner.tenantId,
  ]);
  await product.owner.query(
    `insert into reward_entries (tenant_id, currency, id, promo_code_id, amount, reason, key, balance_after, booked_at)
     values ($1, 'RUB', gen_random_uuid(), gen_random_uuid(), 150000, 'reward', 'one', 150000, now())`,
    [partner.tenantId],
  );
  return partner;
}

async function anOperator() {
  const operator = await product.signUp();
  await product.owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [operator.tenantId]);
  const response = await fetch('/api/v1/account/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: operator.email, password: operator.password }),
  });
  return { ...operator, ...(await response.json()) };
}

test('an owner makes a code and sees its link with a QR code', async () => {
  const { user } = await draw(<ReferralCodePage />, { texts: ['partners'], as: await product.signUp() });
  await user.click(await screen.findByRole('button', { name: 'Create a code and link' }));
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: 'Promo code' });
  expect(link.value).toContain(`/?ref=${code.value}`);
  screen.getByRole('img', { name: `QR code of the link ${code.value}` });
  screen.getByText('20%');
});

test('an owner requests a payout, and the operator marks it as paid', async () => {
  const { user, unmount } = await draw(<PartnerPage />, { texts: ['partners'], as: await aPartner() });
  await user.click(await screen.findByRole('button', { name: 'Request a payout' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Where to send it/ }), 'Account 40802');
  await user.click(dialog.getByRole('button', { name: 'Send the request' }));
  await screen.findByText('Account 40802');
  await screen.findByText('Waiting');
  unmount();

  const { user: operator } = await draw(<PayoutsPage />, { texts: ['partners'], as: await anOperator() });
  await operator.click(await screen.findByRole('button', { name: /^Actions/ }));
  await operator.click(await screen.findByRole('menuitem', { name: 'Mark as paid' }));
  await operator.click(await screen.findByRole('button', { name: /paid$/ }));
  await screen.findByText('There are no requests.');
});
