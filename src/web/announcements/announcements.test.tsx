import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { AnnouncementsPage } from './AnnouncementsPage.tsx';
import { BellAnnouncements } from './BellAnnouncements.tsx';
import { HomeAnnouncements } from './HomeAnnouncements.tsx';

const product = await startProduct();

async function anOperator() {
  const signed = await product.signUp();
  await product.owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [signed.tenantId]);
  const response = await fetch('/api/v1/account/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: signed.email, password: signed.password }),
  });
  return { ...signed, ...(await response.json()) };
}

test('an operator writes a text and publishes it; a member reads it on the home page, and the bell keeps it', async () => {
  const operator = await anOperator();
  const { user } = await draw(<AnnouncementsPage />, { texts: ['announcements', 'flows'], as: operator });
  await screen.findByText('There is no news yet.');
  await user.click(screen.getByRole('button', { name: 'Write news' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'English' }));
  await user.type(dialog.getByRole('textbox', { name: 'Heading of the news' }), 'New buttons');
  await dialog.findByRole('alert');
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save news' });
  expect(save.disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: /Text of the news/ }), 'See https://frontdesk.example/buttons.');
  await user.click(dialog.getByRole('checkbox', { name: /Published/ }));
  await user.click(save);
  await screen.findByText('The news is saved');
  await screen.findByText('Being shown');
  // NOTE: the server's clock stands still, and the page's does not.
  await product.owner.query(`update announcements set shown_from = '2020-01-01'`);
});

test('a member closes what they have read', async () => {
  const member = await product.signUp();
  const { user } = await draw(<HomeAnnouncements />, { texts: ['announcements'], as: member });
  await screen.findByText('New buttons');
  expect(screen.getByRole<HTMLAnchorElement>('link').href).toBe('https://frontdesk.example/buttons');
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  await expect.poll(() => screen.queryByText('New buttons')).toBeNull();
});

test('the bell marks what it shows as read', async () => {
  const member = await product.signUp();
  await draw(<BellAnnouncements />, { texts: ['announcements'], as: member });
  await screen.findByText('New buttons');
  await expect
    .poll(async () => {
      const { rows } = await product.owner.query('select 1 from announcement_reads where tenant_id = $1', [
        member.tenantId,
      ]);
      return rows.length;
    })
    .toBe(1);
});
