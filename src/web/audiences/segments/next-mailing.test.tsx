import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ContactImport } from '#contract/imports/calls.ts';
import { NextSteps } from '#web/imports/NextSteps.tsx';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { SegmentsPage } from './SegmentsPage.tsx';

const product = await startProduct();
const TEXTS = { texts: ['imports', 'audiences', 'contacts'] } as const;

const mailings = async () =>
  (await product.owner.query(`select id, title, status, settings -> 'audience' as audience from mailings`)).rows;

test('the next step of an imported list is a segment of its clients, or a mailing to them', async () => {
  const as = await product.signUp();
  const id = crypto.randomUUID();
  await product.owner.query(
    `insert into imports (tenant_id, id, file_id, title, source, status, title_rows, columns, total, created_at)
     values ($1, $2, $2, 'Spring', 'csv', 'done', 0, '[]', 0, now())`,
    [as.tenantId, id],
  );
  const list = { id, title: 'Spring' } as ContactImport; // NOTE: the fields the buttons read
  const { user, router, unmount } = await draw(<NextSteps list={list} />, { ...TEXTS, as });
  await user.click(screen.getByRole('button', { name: 'Send to this list' }));
  await expect.poll(() => router.state.location.pathname).toContain('/distributions/edit/');
  expect(await mailings()).toMatchObject([
    { title: 'Spring', status: 'none', audience: { type: 'list', importId: id } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Make a segment' }));
  await expect.poll(() => router.state.location.pathname).toContain('/segments/');
  unmount();

  const [segment] = (await product.owner.query('select id from segments where title = $1', ['Spring'])).rows;
  const drawn = await draw(<SegmentsPage />, { ...TEXTS, as, at: '/segments' });
  await drawn.user.click(await screen.findByRole('button', { name: 'Actions: Spring' }));
  await drawn.user.click(await screen.findByText('Write to these clients'));
  await expect.poll(() => drawn.router.state.location.pathname).toContain('/distributions/edit/');
  expect(await mailings()).toContainEqual(
    expect.objectContaining({
      audience: expect.objectContaining({
        conditions: expect.objectContaining({
          groups: [expect.objectContaining({ conditions: [expect.objectContaining({ values: [segment?.['id']] })] })],
        }),
      }),
    }),
  );
});
