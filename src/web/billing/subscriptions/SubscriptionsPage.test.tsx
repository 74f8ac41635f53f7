import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { SubscriptionsPage } from './SubscriptionsPage.tsx';

const world = await startWorld();
const product = await startProduct(world.env);

/** An owner in the third day of the trial. */
async function inTrial() {
  const owner = await product.signUp();
  await product.owner.query("update tenants set paid_until = created_at + interval '72 hours' where id = $1", [
    owner.tenantId,
  ]);
  return owner;
}
const open = (as: Awaited<ReturnType<typeof inTrial>>, at = '/payments/subscriptions') =>
  draw(<SubscriptionsPage />, { texts: ['billing'], as, at });
const card = (tenantId: string) =>
  waitFor(async () => {
    const { rows } = await product.owner.query(
      'select id, bind_url as url from payment_cards where tenant_id = $1 and bind_url is not null',
      [tenantId],
    );
    expect(rows).toHaveLength(1);
    return rows[0] as { id: string; url: string };
  });

test('an owner binds a card in the trial, reads what is charged and when, turns it off and takes that back', async () => {
  const owner = await inTrial();
  const { user } = await open(owner);
  await user.click(await screen.findByRole('button', { name: 'Add a card' }));
  const { id, url } = await card(owner.tenantId);
  await fetch(url, { method: 'POST', body: new URLSearchParams({ decision: 'bind' }), redirect: 'manual' });
  cleanup();
  const again = await open(owner, `/payments/subscriptions?card=${id}`);
  await screen.findByText('The card is added');
  await screen.findByText(/^Free until .*1,200/);
  await again.user.click(screen.getByRole('button', { name: 'Turn off renewal' }));
  await screen.findByText(/^Turned off: works until/);
  await again.user.click(screen.getByRole('button', { name: 'Keep renewing' }));
  await screen.findByText(/^Free until/);
});

test('where nothing renews, the page leads to the payments', async () => {
  await open(await product.signUp());
  expect((await screen.findByRole('link', { name: 'Go to payments' })).getAttribute('href')).toBe('/payments');
});
