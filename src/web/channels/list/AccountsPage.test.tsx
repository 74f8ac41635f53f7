import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { AccountsPage } from './AccountsPage.tsx';

const product = await startProduct();
const texts = ['cascade', 'channels', 'app'] as const;

async function cabinet() {
  const owner = await product.signUp();
  for (const [n, [kind, title]] of [
    ['dialog360', 'Main WhatsApp'],
    ['telegram_bot', 'Our bot'],
    ['twilio_sms', 'Texts'],
  ].entries())
    await product.owner.query(
      `insert into channels (tenant_id, id, kind, title, address, external_id, state, state_changed_at, credentials,
         webhook_secret_hash, position, created_at)
       values ($1, gen_random_uuid(), $2, $3, $3, $3, 'Authorized', now(), '', gen_random_uuid()::text::bytea, $4, now())`,
      [owner.tenantId, kind, title, n + 1],
    );
  const stored = async () => {
    const { rows } = await product.owner.query(
      `select (select string_agg(title, ', ' order by position) from channels where tenant_id = $1) as titles,
         (select pass_on_minutes from cascades where tenant_id = $1) as minutes`,
      [owner.tenantId],
    );
    return [rows[0]?.titles, rows[0]?.minutes];
  };
  return { owner, stored };
}

/** The channels, above what else can be connected. */
const list = () => within(screen.getAllByRole('list')[0] ?? document.body);
const titles = () =>
  list()
    .getAllByRole('link')
    .map((link) => link.textContent);

test('the owner sorts the channels by buttons, and sets when a message goes on to the next one', async () => {
  const { owner, stored } = await cabinet();
  const { user } = await draw(<AccountsPage />, { texts, as: owner });
  await screen.findByText('Our bot');
  expect(list().getAllByText(/Does not confirm deliveries/)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Move up: Texts' }));
  expect(titles()).toEqual(['Main WhatsApp', 'Texts', 'Our bot']);
  await user.click(screen.getByRole('button', { name: 'Move up: Texts' }));
  await waitFor(async () => expect(await stored()).toEqual(['Texts, Main WhatsApp, Our bot', null]));
  await user.click(screen.getByRole('combobox', { name: 'Go on to the next channel' }));
  await user.click(await screen.findByRole('option', { name: 'After 30 minutes' }));
  await waitFor(async () => expect(await stored()).toEqual(['Texts, Main WhatsApp, Our bot', 30]));
});

test('staff read the order and the time, and change neither', async () => {
  const { owner } = await cabinet();
  await product.owner.query(`update members set role = 'staff' where tenant_id = $1`, [owner.tenantId]);
  await draw(<AccountsPage />, { texts, as: owner });
  await screen.findByText('Our bot');
  expect(screen.queryByRole('button', { name: /Move/ })).toBeNull();
});
