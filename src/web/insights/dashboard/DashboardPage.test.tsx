import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { DashboardPage } from './DashboardPage.tsx';

const product = await startProduct();

const TEXTS = ['insights', 'dashboard', 'contacts'] as const;

/** The month of the product's clock. */
const day = '2026-03-01';

/** A cabinet with one day of visits of two masters. */
async function withVisits() {
  const as = await product.signUp();
  const { tenantId } = as;
  const { id: branchId } = (await product.aBranch({ tenantId, title: 'Curl' })) as { id: string };
  await product.owner.query(
    `insert into visit_days (tenant_id, branch_id, day, open, arrived, no_show, cancelled, confirmed, paid_minor)
     values ($1, $2, $3, 0, 6, 1, 0, 0, 600000)`,
    [tenantId, branchId, day],
  );
  for (const [nth, name] of ['Olga', 'Vera'].entries()) {
    const { rows } = await product.owner.query(
      `insert into masters (tenant_id, id, branch_id, external_id, name) values ($1, gen_random_uuid(), $2, $3, $3) returning id`,
      [tenantId, branchId, name],
    );
    await product.owner.query(
      `insert into master_days (tenant_id, branch_id, day, master_id, open, arrived, no_show, cancelled, paid_minor,
         open_minutes, arrived_minutes) values ($1, $2, $3, $4, 0, $5, $6, 0, $7, 0, 60)`,
      [tenantId, branchId, day, rows[0]?.['id'], 2 + nth * 2, 1 - nth, 500_000 - nth * 400_000],
    );
  }
  return as;
}

test('a new cabinet is told what to connect', async () => {
  await draw(<DashboardPage />, { texts: TEXTS, at: '/insights', as: await product.signUp() });
  await screen.findByText('No figures yet');
  expect(screen.getByRole('link', { name: 'Connect the booking system' }).getAttribute('href')).toBe(
    '/accounts/yclients',
  );
});

test('figures, definitions and masters are shown; the best master by another column is one press away', async () => {
  const as = await withVisits();
  const { user } = await draw(<DashboardPage />, { texts: TEXTS, at: '/insights', as });
  const missed = await screen.findByRole('region', { name: 'No-shows' });
  within(missed).getByText('1 of 7');
  within(screen.getByRole('region', { name: 'Visits' })).getByText('6');
  await user.click(screen.getByRole('button', { name: 'What is counted: Average bill' }));
  await screen.findByText(/^Revenue divided by the number of visits/);
  const names = () =>
    within(screen.getByRole('region', { name: 'Who is best?' }))
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
  expect(names()).toEqual(['Olga', 'Vera']);
  const table = within(screen.getByRole('region', { name: 'Who is best?' }));
  await user.click(table.getByRole('button', { name: 'Visits' }));
  await expect.poll(names).toEqual(['Vera', 'Olga']);
});

test('an owner sets a target, and its tile states how far it is reached', async () => {
  const as = await withVisits();
  const { user } = await draw(<DashboardPage />, { texts: TEXTS, at: '/insights', as });
  const visits = () => screen.findByRole('textbox', { name: 'Visits' });
  await user.click(await screen.findByRole('button', { name: 'Targets' }));
  await user.type(await visits(), '0');
  await user.click(screen.getByRole('button', { name: 'Save targets' }));
  await screen.findByText('Enter a number above zero');
  await user.clear(await visits());
  await user.type(await visits(), '12');
  await user.click(screen.getByRole('button', { name: 'Save targets' }));
  await screen.findByText('50% of the target, 12');
});
