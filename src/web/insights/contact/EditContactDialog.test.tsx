import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ContactCard } from '#contract/insights/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { EditContactDialog } from './EditContactDialog.tsx';

const product = await startProduct();

async function openDialog() {
  const as = await product.signUp();
  const { id } = await product.aContact({ tenantId: as.tenantId, name: 'Anna', birthDate: '1990-05-14' });
  const closed: string[] = [];
  const card = { id, name: 'Anna', birthDate: '1990-05-14', language: null, timeZone: null } as ContactCard; // NOTE: the fields the dialog reads
  const view = await draw(<EditContactDialog card={card} onClose={() => closed.push('closed')} />, {
    texts: ['insights', 'auth'],
    as,
  });
  const stored = () => call('GET /api/v1/contacts/:contactId', { params: { contactId: id } });
  const save = () => view.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...view, id, closed, stored, save };
}

test('a changed name is saved, and the dialog closes', async () => {
  const { user, closed, stored, save } = await openDialog();
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Anna Petrova');
  await save();
  await expect.poll(() => closed).toEqual(['closed']);
  await screen.findByText('Saved: Anna Petrova');
  expect(await stored()).toMatchObject({ name: 'Anna Petrova', birthDate: '1990-05-14' });
});

test('only what was changed is saved: the rest stays the booking system’s', async () => {
  const { user, id, closed, save } = await openDialog();
  await user.selectOptions(screen.getByLabelText('Message language'), 'en');
  await product.owner.query("update contacts set name = 'Anna Renamed' where id = $1", [id]);
  await save();
  await expect.poll(() => closed).toEqual(['closed']);
  const { rows } = await product.owner.query('select name, language from contacts where id = $1', [id]);
  expect(rows).toEqual([{ name: 'Anna Renamed', language: 'en' }]);
});

test('an empty name is refused at its field, and nothing is saved', async () => {
  const { user, closed, stored, save } = await openDialog();
  await user.clear(screen.getByLabelText('Name'));
  await save();
  await screen.findByText('Fill in this field');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(closed).toEqual([]);
  expect(await stored()).toMatchObject({ name: 'Anna' });
});

test('a birthday can be removed', async () => {
  const { user, closed, stored, save } = await openDialog();
  await user.clear(screen.getByLabelText('Birthday'));
  await save();
  await expect.poll(() => closed).toEqual(['closed']);
  expect(await stored()).toMatchObject({ birthDate: null });
});
