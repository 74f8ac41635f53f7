import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { call } from '#web/lib/api/api.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { NewFlowMenu } from './NewFlowMenu.tsx';

const product = await startProduct();

test('a double click makes one flow, and its editor opens', async () => {
  const { user, router } = await draw(<NewFlowMenu />, { texts: ['flows'], as: await product.signUp() });
  await user.click(screen.getByRole('button', { name: 'New flow' }));
  await user.dblClick(await screen.findByRole('menuitem', { name: /1 hour/ }));
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/flows\/edit\//);
  expect((await call('GET /api/v1/flows')).flows).toHaveLength(1);
});
