import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { login } from '#contract/auth/calls.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { SessionsCard } from './SessionsCard.tsx';

const product = await startProduct();

test('sessions on other devices are listed and ended at once', async () => {
  const owner = await product.signUp();
  const { email, password } = owner;
  await fetch(login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' },
    body: JSON.stringify({ email, password }),
  });
  const { user } = await draw(<SessionsCard />, { texts: ['auth', 'members'], as: owner });
  await screen.findByText('This device');
  expect(screen.getAllByRole('button', { name: /End session/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Log out on all other devices' }));
  await screen.findByText('You are logged in on this device only.');
  expect(screen.queryByRole('button', { name: /End session/ })).toBeNull();
});
