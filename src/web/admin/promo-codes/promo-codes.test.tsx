import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { CreatePromoCodePage } from './CreatePromoCodePage.tsx';
import { PromoCodesPage } from './PromoCodesPage.tsx';

const product = await startProduct();

async function anOperator(role: 'admin' | 'super_admin') {
  const operator = await product.signUp();
  await product.owner.query('update members set operator_role = $2 where tenant_id = $1', [operator.tenantId, role]);
  const response = await fetch('/api/v1/account/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: operator.email, password: operator.password }),
  });
  return { ...operator, ...(await response.json()) };
}

test('a super-admin makes a code with a generated text, and comes to the list', async () => {
  const operator = await anOperator('super_admin');
  const { user, router } = await draw(<CreatePromoCodePage />, {
    texts: ['admin', 'billing'],
    as: operator,
    at: '/admin/promocodes/create',
  });
  await user.click(screen.getByRole('button', { name: 'Generate' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Promo code' });
  await expect.poll(() => field.value).toMatch(/^[A-Z2-9]{6}$/u);
  const discount = screen.getByRole('textbox', { name: 'Discount, %' });
  await user.clear(discount);
  await user.type(discount, '25');
  await user.type(screen.getByRole('textbox', { name: 'How many times it can be used in all' }), '10');
  await user.click(screen.getByRole('button', { name: 'Create a promo code' }));
  await screen.findByText('Success');
  await expect.poll(() => router.state.location.pathname).toBe('/admin/promocodes');
  const { rows } = await product.owner.query(
    'select discount_percent, payment_count, payments_count_by_user, max_user_payments from promo_codes where code = $1',
    [field.value],
  );
  expect(rows).toEqual([
    { discount_percent: 25, payment_count: 10, payments_count_by_user: 1, max_user_payments: null },
  ]);
});

test('an admin switches a code off, and is not offered to make one', async () => {
  const operator = await anOperator('admin');
  await product.owner.query(
    `insert into promo_codes (id, code, discount_percent, payment_count, used, reserved, created_by, created_at)
       values (gen_random_uuid(), 'SPRING', 15, 10, 3, 1, gen_random_uuid(), now())`,
  );
  const { user } = await draw(<PromoCodesPage />, {
    texts: ['admin', 'billing'],
    as: operator,
    at: '/admin/promocodes?search=spring',
  });
  const row = await screen.findByRole('row', { name: /SPRING/ });
  expect(within(row).getByText('3 of 10, waiting for payment: 1')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create a promo code' })).toBeNull();
  await user.click(within(row).getByRole('button', { name: /SPRING/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Turn off' }));
  await screen.findByText('Turned off');
});
