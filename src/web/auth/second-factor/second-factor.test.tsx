import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LoginSteps } from '#web/auth/sign-in/LoginSteps.tsx';
import { readTokens } from '#web/lib/api/tokens.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { RequiredFactorPage } from './RequiredFactorPage.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';

const product = await startProduct();
const texts = ['auth', 'members'] as const;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code an authenticator app shows, by the browser's own cryptography; `ahead` counts steps of 30 seconds. */
async function codeOf(secret: string, ahead = 0): Promise<string> {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setUint32(4, Math.floor(Date.now() / 30_000) + ahead);
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter));
  const number = mac.getUint32(mac.getUint8(19) & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

type Person = Awaited<ReturnType<typeof draw>>['user'];

/** Goes through the steps of setting up. @returns the secret and the recovery codes */
async function setUp(user: Person, password: string) {
  await user.type(await screen.findByLabelText('Your password'), password);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('img', { name: 'QR code for the app' });
  const secret = screen.getByLabelText<HTMLInputElement>('Or type the key').value;
  await user.type(screen.getByLabelText('Code from the app'), await codeOf(secret));
  await user.click(screen.getByRole('button', { name: 'Turn on two-step login' }));
  await screen.findByText('Save your recovery codes');
  const codes = screen.getAllByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).map((code) => code.textContent);
  await user.click(screen.getByRole('button', { name: 'I have saved the codes' }));
  return { secret, codes };
}

test('it is set up in three steps, and signing in then needs a code', async () => {
  const owner = await product.signUp();
  const { user, unmount } = await draw(<SecondFactorCard />, { texts, as: owner });
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  const { secret, codes } = await setUp(user, owner.password);
  expect(codes).toHaveLength(10);
  await screen.findByText(/Recovery codes left: 10/);
  unmount();
  localStorage.clear();

  const done: string[] = [];
  const login = await draw(<LoginSteps onDone={async () => void done.push('done')} />, { texts });
  await login.user.type(screen.getByLabelText('Email'), owner.email);
  await login.user.type(screen.getByLabelText('Password'), owner.password);
  await login.user.click(screen.getByRole('button', { name: 'Log in' }));
  const code = await screen.findByLabelText('Code from the app');
  expect(readTokens()).toBeNull();
  await login.user.type(code, '000000{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong code');
  await login.user.clear(code);
  await login.user.type(code, `${await codeOf(secret, 1)}{Enter}`);
  await expect.poll(() => done).toEqual(['done']);
  expect(readTokens()).not.toBeNull();
});

test('a member of a cabinet that requires it sets it up before anything else', async () => {
  const owner = await product.signUp();
  await product.owner.query('insert into sign_in_rules values ($1, true, now())', [owner.tenantId]);
  const { user, router } = await draw(<RequiredFactorPage />, { texts, as: owner, at: '/account/second-factor' });
  await setUp(user, owner.password);
  await expect.poll(() => router.state.location.pathname).toBe('/');
});
