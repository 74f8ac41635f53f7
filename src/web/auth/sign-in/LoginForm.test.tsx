import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readTokens } from '#web/lib/api/tokens.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { LoginForm } from './LoginForm.tsx';

const product = await startProduct();

async function openLogin(email?: string) {
  const done: string[] = [];
  const view = await draw(
    <LoginForm email={email} onDone={async () => void done.push('done')} onSecondStep={() => undefined} />,
    { texts: ['auth'] },
  );
  const fields = { email: screen.getByLabelText('Email'), password: screen.getByLabelText('Password') };
  return { ...view, ...fields, done, submit: screen.getByRole('button', { name: 'Log in' }) };
}
const loginCalls = () => product.calls.filter((call) => call === 'POST /api/v1/account/login').length;

test('a member with the right password is signed in', async () => {
  const owner = await product.signUp();
  const { user, email, password, submit, done } = await openLogin();
  await user.type(email, owner.email);
  await user.type(password, owner.password);
  await user.click(submit);
  await expect.poll(() => done).toEqual(['done']);
  expect(readTokens()).not.toBeNull();
});

test('a wrong password is explained above the button, and what was typed stays', async () => {
  const owner = await product.signUp();
  const { user, email, password, submit, done } = await openLogin();
  await user.type(email, owner.email);
  await user.type(password, 'a-wrong-one');
  await user.click(submit);
  expect((await screen.findByRole('alert')).textContent).toContain('password');
  expect([email, password]).toMatchObject([{ value: owner.email }, { value: 'a-wrong-one' }]);
  expect([done, readTokens()]).toEqual([[], null]);
});

test('an empty form marks its fields, focuses the first of them and sends no request', async () => {
  const before = loginCalls();
  const { user, email, password, submit } = await openLogin();
  await user.click(submit);
  await screen.findAllByText(/Fill in this field|Check the email/);
  await expect.poll(() => document.activeElement).toBe(email);
  expect([email, password].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  expect(loginCalls()).toBe(before);
});

test('a field is checked when it is left, and its error goes as soon as it is typed in', async () => {
  const { user, email } = await openLogin();
  await user.click(email);
  await user.tab();
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  await user.type(email, 'o');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBeNull();
});

test('Enter pressed twice logs in once', async () => {
  const owner = await product.signUp();
  const before = loginCalls();
  const { user, email, password, submit, done } = await openLogin(owner.email);
  expect(email).toMatchObject({ value: owner.email });
  await user.type(password, `${owner.password}{Enter}{Enter}`);
  expect(submit).toMatchObject({ disabled: true });
  await expect.poll(() => done).toEqual(['done']);
  expect(loginCalls()).toBe(before + 1);
});

test('the first empty field has the focus when the page opens', async () => {
  const { password } = await openLogin('owner@salon.example');
  expect(document.activeElement).toBe(password);
});
