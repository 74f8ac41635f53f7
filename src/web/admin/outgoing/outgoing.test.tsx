import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { HealthPage } from '#web/admin/health/HealthPage.tsx';
import { InstancesPage } from '#web/admin/instances/InstancesPage.tsx';
import { OutgoingPage } from './OutgoingPage.tsx';

const product = await startProduct();
const operator = await anOperator();
const salon = await product.signUp();
await product.aChannel({ tenantId: salon.tenantId });
const texts = ['admin', 'operations', 'delivery', 'rules', 'channels'] as const;

async function anOperator() {
  const signed = await product.signUp();
  await product.owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [signed.tenantId]);
  const response = await fetch('/api/v1/account/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: signed.email, password: signed.password }),
  });
  return { ...signed, ...(await response.json()) };
}

test('a service is paused with a reason after its extent is shown, and sending is resumed', async () => {
  const { user } = await draw(<OutgoingPage />, { texts, as: operator });
  await screen.findByText('Nothing waits, and nothing left within the last hour.');
  await user.click(screen.getByRole('button', { name: 'Pause sending' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What to pause' }), 'An outside service');
  await dialog.findByText('Messages of the next 24 hours');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Pause' }).disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'An outage at the provider');
  await user.click(dialog.getByRole('button', { name: 'Pause' }));
  await screen.findByText('Paused: 360dialog');
  expect(screen.getByText(/An outage at the provider/).textContent).toContain(operator.email);
  await user.click(screen.getByRole('button', { name: 'Resume sending' }));
  const lifting = within(await screen.findByRole('dialog'));
  await user.type(lifting.getByRole('textbox', { name: /Reason/ }), 'It works again');
  await user.click(lifting.getByRole('button', { name: 'Resume sending' }));
  await screen.findByText('Sending goes on');
  await expect.poll(() => screen.queryByText('Paused: 360dialog')).toBeNull();
});

test('channels of WhatsApp are shown first, others when they are chosen', async () => {
  const { user } = await draw(<InstancesPage />, { texts, as: operator });
  await screen.findAllByText('Working');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Messenger' }), 'Telegram');
  await screen.findByText('No channel is found.');
});

test('the state of the service is shown with the connections of the database', async () => {
  await draw(<HealthPage />, { texts, as: operator });
  await screen.findByText('Connections to the database');
  expect(screen.getByText(/^\d+ of \d+$/)).toBeDefined();
  await screen.findByText('No model was called within an hour.');
});
