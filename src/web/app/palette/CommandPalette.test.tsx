import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { CommandPalette } from './CommandPalette.tsx';

const product = await startProduct();

async function openPalette(typedBefore = () => '') {
  const owner = await product.signUp();
  await product.aContact({ tenantId: owner.tenantId, name: 'Anna Lindberg', phone: '+46701234567' });
  return draw(<CommandPalette openings={1} takeTyped={typedBefore} />, {
    texts: ['contacts', 'flows', 'delivery'],
    as: owner,
  });
}

test('a client is found by a part of the name, and opened', async () => {
  const { user, router } = await openPalette();
  await user.type(await screen.findByRole('textbox'), 'lindb');
  await user.click(await screen.findByText('+46 70 123 45 67')); // NOTE: the name is cut by the mark of what was typed
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/contacts\/[0-9a-f-]{36}$/);
});

test('a client is found by the digits of the phone, and Enter opens them', async () => {
  const { user, router } = await openPalette();
  await user.type(await screen.findByRole('textbox'), '1234567');
  await screen.findByRole('button', { name: /Anna Lindberg/ });
  await user.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/contacts\/[0-9a-f-]{36}$/);
});

test('what was typed before the palette was there stands in it', async () => {
  await openPalette(() => 'lindb');
  await expect.poll(() => screen.getByRole<HTMLInputElement>('textbox').value).toBe('lindb');
  await screen.findByText('+46 70 123 45 67');
});

test('one letter starts no search, and a search without results is reported', async () => {
  const { user } = await openPalette();
  const callsOf = () => product.calls.filter((call) => call.endsWith('/contacts')).length;
  const before = callsOf();
  await user.type(await screen.findByRole('textbox'), 'q');
  expect(callsOf()).toBe(before);
  await user.type(screen.getByRole('textbox'), 'xqzzzq');
  await screen.findByText('No results');
});
