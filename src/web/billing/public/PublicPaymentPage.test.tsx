import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { PaymentsPage } from '#web/billing/PaymentsPage.tsx';
import { PublicPaymentPage } from './PublicPaymentPage.tsx';

const world = await startWorld();
const product = await startProduct(world.env);

test('an owner copies the link of an open payment, and whoever follows it sees what is paid for', async () => {
  const owner = await product.signUp();
  const opened = await fetch('/api/v1/payments', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({ lines: [{ kind: 'tariff', tariffId: 0, units: 1, months: 1 }], totalMinor: 120_000 }),
  });
  const { payUrl } = (await opened.json()) as { payUrl: string };
  const { user } = await draw(<PaymentsPage />, { texts: ['billing'], as: owner, at: '/payments' });
  await user.click(await screen.findByRole('button', { name: 'Copy pay link' }));
  const copied = await screen.findByText(/^Copied http/);
  const link = new URL(copied.textContent.replace('Copied ', ''));
  cleanup();
  const at = `${link.pathname}${link.search}`;
  await draw(<PublicPaymentPage />, { texts: ['billing', 'pays'], at });
  await screen.findByRole('button', { name: /^Pay .*1,200/ });
  expect(screen.getByText('YCLIENTS and Altegio: base, 1 month')).toBeTruthy();
  await fetch(payUrl, { method: 'POST', body: new URLSearchParams({ decision: 'pay' }), redirect: 'manual' });
  cleanup();
  await draw(<PublicPaymentPage />, { texts: ['billing', 'pays'], at });
  await screen.findByText('Paid');
});

test('an invented link says that there is no such payment', async () => {
  await draw(<PublicPaymentPage />, { texts: ['billing', 'pays'], at: '/publicPayments?payment=invented' });
  await screen.findByText('There is no such payment');
});
