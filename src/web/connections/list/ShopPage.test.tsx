import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { ConnectionsPage } from './ConnectionsPage.tsx';

const product = await startProduct();

test('a shop is connected by its domain and secret; its page shows the address, the topics, and refused events in words', async () => {
  const as = await product.signUp();
  const { user, unmount } = await draw(<ConnectionsPage kind="shopify" />, { texts: ['connections', 'commands'], as });
  await user.type(await screen.findByLabelText(/Shop domain/), 'romashka');
  await user.type(screen.getByLabelText(/Webhook signing secret/), 'shop-signing-secret');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Connect 1 shop' }));
  await screen.findByText('Shopify has not sent anything yet');
  expect(screen.getByLabelText('Address for webhooks')).toHaveProperty(
    'value',
    expect.stringContaining('/hooks/shopify/'),
  );
  expect(screen.getByText(/orders\/create, orders\/updated.*orders and their statuses/)).not.toBeNull();
  expect(screen.getByText(/carts\/create, carts\/update: not needed/)).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Reload everything' })).toBeNull();

  await product.owner.query(
    `update connections set signature_failures = 2, signature_failed_at = now(), foreign_account = 'lavanda.myshopify.com',
       foreign_at = now() where tenant_id = $1`,
    [as.tenantId],
  );
  unmount();
  await draw(<ConnectionsPage kind="shopify" />, { texts: ['connections', 'commands'], as });
  await screen.findByText('Wrong signing secret: 2 events from Shopify were rejected');
  expect(screen.getByText('Another shop sends events here: lavanda.myshopify.com')).not.toBeNull();
  expect(screen.queryByText('Shopify has not sent anything yet')).toBeNull();
});
