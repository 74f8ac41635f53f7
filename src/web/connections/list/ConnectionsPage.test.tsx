import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { ConnectionsPage } from './ConnectionsPage.tsx';

const product = await startProduct();

type Write = { kind: string; state: string; trouble?: string; text?: string };

/** A connection with writes, the newest first. */
async function openPage(writes: readonly Write[]) {
  const as = await product.signUp();
  await product.aBranch({ tenantId: as.tenantId, title: 'Centre' });
  const { rows } = await product.owner.query('select id from connections where tenant_id = $1', [as.tenantId]);
  for (const [at, { kind, state, trouble, text }] of writes.entries())
    await product.owner.query(
      `insert into connection_commands (tenant_id, id, connection_id, kind, key, payload, state, trouble, text, created_at)
       values ($1, $2, $3, $4, $5, '{}', $6, $7, $8, now() - $9 * interval '1 minute')`,
      [
        as.tenantId,
        crypto.randomUUID(),
        rows[0]?.id,
        kind,
        crypto.randomUUID(),
        state,
        trouble ?? null,
        text ?? null,
        at,
      ],
    );
  const view = await draw(<ConnectionsPage kind="yclients" />, { texts: ['connections', 'commands'], as });
  const states = async () =>
    (
      await product.owner.query(
        'select kind, state from connection_commands where tenant_id = $1 order by created_at desc',
        [as.tenantId],
      )
    ).rows;
  return { ...view, states };
}

test('a write that failed is counted on the connection, named with its reason, and sent again', async () => {
  const { user, states } = await openPage([
    { kind: 'deals.add_note', state: 'refused', trouble: 'rights_missing', text: 'No rights to notes' },
    { kind: 'deals.move', state: 'done' },
    { kind: 'other.thing', state: 'refused', trouble: 'too_late' },
  ]);
  await screen.findByText('YCLIENTS has not confirmed 2 changes');
  await user.click(screen.getByRole('button', { name: 'See the reasons' }));
  const note = await screen.findByRole('region', { name: 'Add a note' });
  expect(within(note).getByText('Access rights are missing').textContent).toBe('Access rights are missing');
  expect(note.textContent).toContain('Answer of YCLIENTS: No rights to notes');
  const unnamed = screen.getByRole('region', { name: 'A change' });
  expect(unnamed.textContent).toContain('it no longer makes sense');
  expect(screen.queryByRole('region', { name: 'Move a deal' })).toBeNull();
  await user.click(within(note).getByRole('button', { name: 'Try again' }));
  await screen.findByText('YCLIENTS has not confirmed 1 change');
  expect(await states()).toContainEqual({ kind: 'deals.add_note', state: 'waiting' });
  await user.click(screen.getByRole('button', { name: 'All' }));
  await screen.findByRole('region', { name: 'Move a deal' });
});

test('before a write with an unknown outcome is sent again, the person is told that it may happen twice', async () => {
  const { user, states } = await openPage([{ kind: 'deals.create', state: 'unknown', trouble: 'unreachable' }]);
  await user.click(await screen.findByRole('button', { name: 'See the reasons' }));
  const write = await screen.findByRole('region', { name: 'Create a deal' });
  expect(write.textContent).toContain('It was sent, but no answer came');
  await user.click(within(write).getByRole('button', { name: 'Try again' }));
  await screen.findByText(/it will happen twice/);
  expect(await states()).toEqual([{ kind: 'deals.create', state: 'unknown' }]);
  await user.click(screen.getByRole('button', { name: 'Send it anyway' }));
  await expect.poll(states).toEqual([{ kind: 'deals.create', state: 'waiting' }]);
});

test('of a connection that is lost nothing is called up to date, and a problem without words of the vendor has ours', async () => {
  const as = await product.signUp();
  await product.aBranch({ tenantId: as.tenantId, title: 'Centre' });
  const draws = async (trouble: string) => {
    await product.owner.query(
      `update branches set sync_trouble = $2, sync_error = $2, changed_until = now() where tenant_id = $1`,
      [as.tenantId, trouble],
    );
    await product.owner.query(`update connections set state = 'broken', state_reason = $2 where tenant_id = $1`, [
      as.tenantId,
      trouble,
    ]);
    return draw(<ConnectionsPage kind="yclients" />, { texts: ['connections', 'commands'], as });
  };
  const { unmount } = await draws('application_removed');
  await screen.findByText('Access was withdrawn in YCLIENTS');
  expect(screen.queryByText(/Up to date/)).toBeNull();
  expect(screen.queryByText(/application_removed/)).toBeNull();
  unmount();
  await draws('unreachable');
  expect(await screen.findAllByText('YCLIENTS is not responding')).toHaveLength(2);
  expect(screen.queryByText(/unreachable/)).toBeNull();
});
