import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MemberId } from '#contract/tenants/ids.ts';
import { AuditPage } from '#web/auth/audit/AuditPage.tsx';
import { SupportBanner } from '#web/auth/support/SupportBanner.tsx';
import { readTokens } from '#web/lib/api/tokens.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { SupportEntry } from './SupportEntry.tsx';
import { SupportPage } from './SupportPage.tsx';

const product = await startProduct();

afterEach(() => sessionStorage.clear());

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
  return { ...salon, userId: MemberId.parse(rows[0]?.id) };
}

const REASON = 'The reminders stopped';

/** Enters a cabinet by the dialog. @returns the token of the address that the dialog leads to */
async function enter() {
  const salon = await aSalon();
  const operator = await anOperator();
  const { user, unmount } = await draw(<SupportEntry userId={salon.userId} email={salon.email} />, {
    texts: ['audit', 'admin', 'auth'],
    as: operator,
  });
  await user.click(screen.getByRole('button', { name: 'Enter as support' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), REASON);
  await user.click(dialog.getByRole('button', { name: 'Enter as support' }));
  const link = await screen.findByRole('link', { name: 'Open the cabinet in a new tab' });
  const [, token = ''] = String(link.getAttribute('href')).split('#token=');
  unmount();
  return { salon, operator, token };
}

test('an admin enters with a reason, and the list shows the session and ends it', async () => {
  const { operator } = await enter();
  const { user } = await draw(<SupportPage />, { texts: ['audit', 'admin', 'auth'], as: operator });
  await screen.findByText(REASON);
  await user.click(screen.getAllByRole('button', { name: /actions|more/i })[0]!);
  await user.click(await screen.findByRole('menuitem', { name: 'End' }));
  await screen.findByText(/^Ended by/);
});

test('the tab of support has its own token, and says over every page whose cabinet it is', async () => {
  const { operator, token } = await enter();
  sessionStorage.setItem('supportToken', token);
  expect(readTokens()?.token).toBe(token);
  expect(localStorage.getItem('token')).toBe(operator.token);
  const { user } = await draw(<SupportBanner />, { texts: ['audit', 'auth'] });
  await screen.findByText(/as support.*Look only/);
  await user.click(screen.getByRole('button', { name: 'Allow changes' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Puts a text right');
  await user.click(dialog.getByRole('button', { name: 'Allow changes' }));
  await screen.findByText(/Changes are allowed for 1[45]:/);
});

test('the owner reads who did what, and forbids support', async () => {
  const { salon } = await enter();
  const { user } = await draw(<AuditPage />, { texts: ['audit', 'members'], as: salon });
  await screen.findByText('Support entered the cabinet');
  await screen.findByText(`Reason: ${REASON}`);
  await screen.findByText(/support, on behalf of/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Subject' }), 'Sign-in and passwords');
  await waitFor(() => expect(screen.queryByText('Support entered the cabinet')).toBeNull());
  await screen.findAllByText('Signed in');
  await user.click(await screen.findByRole('switch', { name: /Let support enter/ }));
  await screen.findByText('Support may not enter the cabinet');
});
