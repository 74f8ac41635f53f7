import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiSystem } from '#contract/integrations/values.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { TokenCheck } from './TokenCheck.tsx';

const product = await startProduct();

/** A token of a new cabinet; `scopes` are the kinds of items that it may send. */
async function aToken(scopes: readonly string[]): Promise<string> {
  const { token } = await product.signUp();
  const made = await fetch('/api/v1/api-tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'Website', scopes }),
  });
  const { secret } = (await made.json()) as { secret: string };
  return secret;
}

async function check(system: ApiSystem, secret: string): Promise<void> {
  const { user } = await draw(<TokenCheck system={system} />, { texts: ['integrations'] });
  await user.type(screen.getByLabelText(/API token/), secret);
  await user.click(screen.getByRole('button', { name: 'Check token' }));
}

test.each([[['contacts', 'visits']], [['orders']]])('a token for %o works, whatever it may send', async (scopes) => {
  await check('zapis', await aToken(scopes));
  await screen.findByText('The token works: the program can send data.');
});

test.each([
  ['squire', 'Incorrect Squire login or password'],
  ['yelp', 'Incorrect API token'],
] as const)('a token that nobody has is refused on the page of %s as “%s”', async (system, words) => {
  await check(system, 'fd_nobody-has-it');
  await screen.findByText(words);
});

test('what cannot be a token is refused without a call', async () => {
  const before = product.calls.length;
  await check('squire', 'пароль');
  await screen.findByText('Incorrect Squire login or password');
  expect(product.calls.slice(before).filter((one) => one.includes('/events/'))).toEqual([]);
});
