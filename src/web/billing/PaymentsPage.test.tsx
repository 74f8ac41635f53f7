import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TARIFFS } from '#contract/billing/tariffs.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import texts from '#web/locales/en/billing.json' with { type: 'json' };
import { PaymentsPage } from './PaymentsPage.tsx';

const world = await startWorld();
const product = await startProduct(world.env);
async function openPage(at = '/payments') {
  const owner = await product.signUp();
  return { owner, ...(await draw(<PaymentsPage />, { texts: ['billing'], as: owner, at })) };
}
/** The payment that the page has opened. */
const opened = (tenantId: string) =>
  waitFor(async () => {
    const { rows } = await product.owner.query(
      'select id, pay_url as url, amount_minor as sum from payments where tenant_id = $1 and pay_url is not null',
      [tenantId],
    );
    expect(rows).toHaveLength(1);
    return rows[0] as { id: string; url: string; sum: number };
  });

test('an owner chooses a plan and messages, sees each price and the total, and leaves for the bank', async () => {
  const { user, owner } = await openPage();
  await screen.findByText('Tick a plan or enter how much to top up.');
  await user.click(screen.getByRole('checkbox', { name: 'API' }));
  const numbers = screen.getByRole('textbox', { name: 'Numbers' });
  await user.clear(numbers);
  await user.type(numbers, '2');
  await user.click(screen.getByRole('radio', { name: '3 mo' }));
  await user.clear(screen.getByRole('textbox', { name: 'Messages' }));
  await user.type(screen.getByRole('textbox', { name: 'Messages' }), '500');
  expect(screen.getByText('Discount on the second and later numbers')).toBeTruthy();
  const pay = screen.getByRole('button', { name: /^Pay .*11,750/ });
  await user.click(pay);
  const { url, sum } = await opened(owner.tenantId);
  expect([url, sum]).toEqual([expect.stringContaining(`${world.url}/yookassa/checkout/`), 1_175_000]);
});

test('too few messages cannot be bought, and the page says from how many', async () => {
  const { user } = await openPage();
  const field = await screen.findByRole('textbox', { name: 'Messages' });
  await user.clear(field);
  await user.type(field, '499');
  expect(screen.getByText('From 500 to 100,000')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Pay / })).toHaveProperty('disabled', true);
});

test('a payer who returns sees the payment paid, and what they have now', async () => {
  const { user, owner } = await openPage();
  await user.click(await screen.findByRole('checkbox', { name: 'WhatsApp mailings' }));
  await user.click(screen.getByRole('button', { name: /^Pay / }));
  const { id, url } = await opened(owner.tenantId);
  await fetch(url, { method: 'POST', body: new URLSearchParams({ decision: 'pay' }), redirect: 'manual' });
  cleanup();
  await draw(<PaymentsPage />, { texts: ['billing'], as: owner, at: `/payments?payment=${id}` });
  await screen.findByText('Everything you paid for works already.');
  const plans = within(await screen.findByRole('region', { name: 'Your plans' }));
  expect(plans.getByText('WhatsApp mailings')).toBeTruthy();
  expect(plans.getByText('Active')).toBeTruthy();
});

test('every tariff has a name', () => {
  expect(Object.keys(texts.tariff)).toEqual(TARIFFS.map(({ id }) => `t${id}`));
});

test('an owner requests an invoice for the cart, and finds it with its document in the list', async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole('checkbox', { name: 'API' }));
  await user.click(screen.getByRole('button', { name: 'Request an invoice' }));
  await user.type(await screen.findByRole('textbox', { name: 'Company name' }), 'Salon LLC');
  await user.type(screen.getByRole('textbox', { name: 'INN' }), '7707083894');
  await user.click(screen.getByRole('button', { name: 'Request the invoice' }));
  await screen.findByText(/one of them is wrong/);
  await user.clear(screen.getByRole('textbox', { name: 'INN' }));
  await user.type(screen.getByRole('textbox', { name: 'INN' }), '7707083893');
  await user.type(screen.getByRole('textbox', { name: 'KPP' }), '770701001');
  await user.type(screen.getByRole('textbox', { name: 'Legal address' }), 'Moscow');
  await user.click(screen.getByRole('button', { name: 'Request the invoice' }));
  await screen.findByText('Invoice request was successfully sent!');
  const list = within(await screen.findByRole('region', { name: 'Invoices' }));
  expect(list.getByText('Awaiting payment')).toBeTruthy();
  expect(list.getByRole('link', { name: 'Open PDF' }).getAttribute('href')).toContain('/invoices/');
});

test('numbers of the API are chosen among those of the cabinet, and their count is the price', async () => {
  const owner = await product.signUp();
  await product.aChannel({ tenantId: owner.tenantId, kind: 'dialog360', address: '+79160000001' });
  await product.aChannel({ tenantId: owner.tenantId, kind: 'dialog360', address: '+79160000002' });
  const { user } = await draw(<PaymentsPage />, { texts: ['billing'], as: owner, at: '/payments' });
  await user.click(await screen.findByRole('checkbox', { name: 'API' }));
  const numbers = await screen.findByRole('combobox', { name: 'For which numbers' });
  await user.click(numbers);
  await user.click(await screen.findByRole('option', { name: '+79160000001' }));
  await user.click(await screen.findByRole('option', { name: '+79160000002' }));
  expect(screen.queryByRole('textbox', { name: 'Numbers' })).toBeNull();
  expect(screen.getByRole('button', { name: /^Pay .*3,750/ })).toBeTruthy();
});
