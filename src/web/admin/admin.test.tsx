import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemberId } from '#contract/tenants/ids.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { PeoplePage } from './people/PeoplePage.tsx';
import { UserView } from './users/UserPage.tsx';

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

test('an operator changes a user; what was not touched is not sent', async () => {
  const operator = await anOperator();
  const salon = await product.signUp();
  const { rows } = await product.owner.query('select id from members where tenant_id = $1', [salon.tenantId]);
  const userId = MemberId.parse(rows[0]?.id);
  const { user } = await draw(<UserView userId={userId} />, { texts: ['admin', 'auth'], as: operator });
  const messages = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Messages left' });
  await user.clear(messages);
  await user.type(messages, '750');
  await user.click(screen.getByRole('checkbox', { name: 'Duplicates another cabinet' }));
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await screen.findByText('Success');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Duplicates another cabinet' }).checked).toBe(true),
  );
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Messages left' }).value).toBe('750');
  await screen.findByText('Nothing is connected.');
});

test('managers are added, and marked as gone', async () => {
  const operator = await anOperator();
  const { user } = await draw(<PeoplePage />, { texts: ['admin'], as: operator });
  const managers = within(screen.getByRole('region', { name: 'Managers' }));
  await user.type(managers.getByRole('textbox', { name: 'Name of the manager' }), 'Anna{Enter}');
  await managers.findByText('Anna');
  await user.click(managers.getByRole('button', { name: 'Has left' }));
  await managers.findByText('Anna (left)');
});
