import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { PaymentsPage } from './PaymentsPage.tsx';

const world = await startWorld();
const product = await startProduct(world.env);

async function aCode(code: string, discountPercent: number, more: { paymentCount?: number; used?: number } = {}) {
  const { paymentCount = null, used = 0 } = more;
  await product.owner.query(
    `insert into promo_codes (id, code, discount_percent, payment_count, used, created_by, created_at)
       values (gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid(), now())`,
    [code, discountPercent, paymentCount, used],
  );
}
async function openCart() {
  const owner = await product.signUp();
  const drawn = await draw(<PaymentsPage />, { texts: ['billing'], as: owner, at: '/payments' });
  await drawn.user.click(await screen.findByRole('checkbox', { name: 'WhatsApp mailings' }));
  return { owner, ...drawn };
}

test('a code lowers the total in a line of its own, is checked again as the cart changes, and can be removed', async () => {
  await aCode('WINTER', 20);
  const { user } = await openCart();
  await user.type(screen.getByRole('textbox', { name: 'Promo code' }), 'winter{Enter}');
  await screen.findByText('Promo code WINTER is applied');
  expect(screen.getByText('20% off by promo code WINTER')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Pay .*800/ })).toBeTruthy();

  await user.click(screen.getByRole('radio', { name: '3 mo' }));
  expect(screen.getByRole('alert').textContent).toContain('valid for a one-month payment only');
  expect(screen.getByRole('button', { name: /^Pay / })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('radio', { name: '1 mo' }));
  expect(screen.getByRole('button', { name: /^Pay .*800/ })).toHaveProperty('disabled', false);

  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.getByRole('button', { name: /^Pay .*1,000/ })).toBeTruthy();
});

test('an unknown code is refused beside the field', async () => {
  const { user } = await openCart();
  await user.type(screen.getByRole('textbox', { name: 'Promo code' }), 'NOSUCH');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText('Check the spelling: there is no such promo code.');
});

test('a code that is used up before the payment is refused, and the cart stays with its full sum', async () => {
  await aCode('LASTONE', 20, { paymentCount: 1 });
  const { user } = await openCart();
  await user.type(screen.getByRole('textbox', { name: 'Promo code' }), 'LASTONE{Enter}');
  await screen.findByText('Promo code LASTONE is applied');
  await product.owner.query(`update promo_codes set used = 1 where code = 'LASTONE'`);
  await user.click(screen.getByRole('button', { name: /^Pay .*800/ }));
  await screen.findByText(/this one has been used as often as it may be/);
  expect(screen.getByRole('button', { name: /^Pay .*1,000/ })).toHaveProperty('disabled', false);
  expect(screen.getByRole('checkbox', { name: 'WhatsApp mailings' })).toHaveProperty('checked', true);
});

test('what a code lowers to nothing is got for free', async () => {
  await aCode('GIFT', 100);
  const { user, owner } = await openCart();
  await user.type(screen.getByRole('textbox', { name: 'Promo code' }), 'GIFT{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Get it for free' }));
  await expect
    .poll(async () => {
      const { rows } = await product.owner.query('select status from payments where tenant_id = $1', [owner.tenantId]);
      return rows;
    })
    .toEqual([{ status: 'succeeded' }]);
});
