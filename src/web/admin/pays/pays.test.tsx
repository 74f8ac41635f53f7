import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemberId } from '#contract/tenants/ids.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { Pays } from './Pays.tsx';
import { PaysPage } from './PaysPage.tsx';

const world = await startWorld();
const product = await startProduct(world.env);
const TEXTS = ['admin', 'billing', 'pays'] as const;

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
async function aSalon() {
  const salon = await product.signUp();
  const { rows } = await product.owner.query('select id from members where tenant_id = $1', [salon.tenantId]);
  return { salon, userId: MemberId.parse(rows[0]?.id) };
}

test('an operator adds a payment, copies its link and marks it as paid', async () => {
  const { userId } = await aSalon();
  const { user } = await draw(<Pays userId={userId} />, { texts: [...TEXTS], as: await anOperator() });
  await screen.findByText('No payments yet.');
  await user.click(screen.getByRole('button', { name: 'Add payment' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Sum' }).value).toBe('2500');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'By phone');
  await user.click(dialog.getByRole('button', { name: 'Add payment' }));
  await screen.findByText('Success');
  await user.click(await screen.findByRole('button', { name: 'YCLIENTS and Altegio: extended' }));
  await user.click(await screen.findByRole('button', { name: 'Copy pay link' }));
  await screen.findByText(/^Copied http.*\/publicPayments\?payment=/);
  await user.click(screen.getByRole('checkbox', { name: 'Paid' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const list = within(screen.getByRole('region', { name: 'Payments', hidden: true }));
  await list.findByText('Paid', { selector: 'table *' });
});

test('a wrong period is named at its field, and the toast says that adding failed', async () => {
  const { userId } = await aSalon();
  const { user } = await draw(<Pays userId={userId} />, { texts: [...TEXTS], as: await anOperator() });
  await user.click(await screen.findByRole('button', { name: 'Add payment' }));
  const dialog = within(await screen.findByRole('dialog'));
  const to = dialog.getByRole('textbox', { name: 'Period to' });
  await user.clear(to);
  await user.type(to, '01/01/2020');
  await user.click(dialog.getByRole('button', { name: 'Add payment' }));
  await screen.findAllByText('Ошибка при добавлении платежа');
});

test('payments of all cabinets are listed, and filtered to those of one person', async () => {
  const operator = await anOperator();
  const { salon, userId } = await aSalon();
  const day = Math.floor(Date.now() / 1000);
  await fetch(`/api/v1/Admin/Users/${userId}/Pays`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operator.token}` },
    body: JSON.stringify({ dateBeginUnixTime: day, dateEndUnixTime: day + 86_400 }),
  });
  await draw(<PaysPage />, { texts: [...TEXTS], as: operator, at: `/admin/pays?userId=${userId}` });
  await screen.findByText(salon.email);
  expect(screen.getByText('Payments of one cabinet')).toBeTruthy();
});
