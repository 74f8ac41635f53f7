import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemberId } from '#contract/tenants/ids.ts';
import { ClientsPage } from '#web/admin/clients/ClientsPage.tsx';
import { StatusView } from '#web/admin/status/StatusPage.tsx';
import { UsersPage } from '#web/admin/users/UsersPage.tsx';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { DiagnosticsView } from './DiagnosticsPage.tsx';

const product = await startProduct();

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
  const { tenantId, email } = await product.signUp();
  const { rows } = await product.owner.query('select id from members where tenant_id = $1', [tenantId]);
  return { tenantId, email, userId: MemberId.parse(rows[0]?.id) };
}

const TEXTS = ['admin', 'channels', 'connections', 'conversations', 'delivery', 'rules', 'senders'] as const;

test('an operator finds why a customer got no message: the line of its reason, then its trace by the phone', async () => {
  const operator = await anOperator();
  const { tenantId, userId } = await aSalon();
  const { id: channelId } = await product.aChannel({ tenantId, state: 'NotAuthorized', trouble: 'wrong_key' });
  const { id: senderId } = await product.aFlow({ tenantId, title: 'Reminder' });
  const { id: contactId } = await product.aContact({ tenantId, phone: '+79165550199', name: 'Vera' });
  const { rows } = await product.owner.query('select present::text as now from testing.clock');
  const dueAt = rows[0]?.['now'];
  await product.aMessage({ tenantId, channelId, senderId, contactId, reason: 'channel_unavailable', dueAt });
  const { user } = await draw(<DiagnosticsView userId={userId} />, { texts: TEXTS, as: operator });

  const channels = within(await screen.findByRole('region', { name: 'Channels' }));
  channels.getByText(/The key was not accepted/);
  const today = within(screen.getByRole('region', { name: 'Today’s messages' }));
  today.getByText(/: 1 \(waiting\)/);
  await user.click(today.getByRole('button', { name: 'Show messages' }));

  await user.type(screen.getByRole('searchbox'), '9165550199');
  await screen.findByText(/Vera · .* · 0 visits/);
  await user.click(await screen.findByRole('link', { name: /Vera/ }));
  const trace = within(await screen.findByRole('dialog'));
  await trace.findByText('Vera');
  expect(trace.queryByRole('link', { name: 'Vera' })).toBeNull();
});

test('a customer who is not in the cabinet is said to be absent', async () => {
  const operator = await anOperator();
  const { userId } = await aSalon();
  await draw(<DiagnosticsView userId={userId} />, { texts: TEXTS, as: operator, at: '/x?search=79990000000' });
  await screen.findByText(/There is no such client in this cabinet/);
});

test('a branch is found by its number, and an unknown number is said to be unknown', async () => {
  const operator = await anOperator();
  const { tenantId, email } = await aSalon();
  await product.aBranch({ tenantId, externalId: '445566', title: 'Salon on Arbat' });
  const view = await draw(<StatusView companyId="445566" onSearch={() => {}} />, {
    texts: ['admin', 'connections'],
    as: operator,
  });
  const branch = within(await screen.findByRole('region', { name: 'Salon on Arbat' }));
  branch.getByText(new RegExp(email));
  view.unmount();
  await draw(<StatusView companyId="000" onSearch={() => {}} />, { texts: ['admin', 'connections'], as: operator });
  await screen.findByText('No cabinet has a branch with the number 000.');
});

test('new clients and users are listed with their states', async () => {
  const operator = await anOperator();
  const { email } = await aSalon();
  const view = await draw(<ClientsPage />, { texts: ['admin'], as: operator, at: '/x?days=90' });
  await screen.findByText('From registration to the first payment');
  view.unmount();
  await draw(<UsersPage />, { texts: ['admin', 'billing'], as: operator, at: `/x?search=${email}` });
  await screen.findByText(email);
  screen.getByText('Found: 1');
});
