import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { RegisterForm } from './RegisterForm.tsx';

const product = await startProduct();

const GOOD = { email: 'new@salon.example', phone: '415 555 0100', password: 'correct-horse' };

async function openRegistration(goOn: () => Promise<void> = async () => undefined) {
  const done: string[] = [];
  const view = await draw(
    <RegisterForm
      existing={(email) => <a href="/account/login">Log in as {email}</a>}
      onDone={() => {
        done.push('done');
        return goOn();
      }}
    />,
    { texts: ['auth'] },
  );
  const { user } = view;
  async function fill({ email, phone, password, repeat = password }: typeof GOOD & { repeat?: string }) {
    await user.type(screen.getByLabelText('Email'), email);
    await user.type(screen.getByLabelText('Phone'), phone);
    await user.type(screen.getByLabelText('Password'), password);
    await user.type(screen.getByLabelText('Repeat password'), repeat);
    await user.click(screen.getByRole('checkbox'));
  }
  const submit = () => user.click(screen.getByRole('button', { name: 'Create account' }));
  return { ...view, done, fill, submit };
}
const registrations = () => product.calls.filter((call) => call === 'POST /api/v1/account/register').length;
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('a new owner gets a cabinet and is signed in to it', async () => {
  const { fill, submit, done } = await openRegistration();
  await fill(GOOD);
  await submit();
  await expect.poll(() => done).toEqual(['done']);
  expect(currentSession()).toMatchObject({ currentUserEmail: GOOD.email, currentUserPhoneNumber: '+14155550100' });
});

test('presses while the next page loads register nobody else', async () => {
  const before = registrations();
  const next = Promise.withResolvers<void>();
  const { fill, submit, done } = await openRegistration(() => next.promise);
  await fill({ ...GOOD, email: 'slow@salon.example' });
  await submit();
  await expect.poll(() => done).toEqual(['done']);
  await submit();
  await submit();
  next.resolve();
  expect([done, registrations()]).toEqual([['done'], before + 1]);
});

test('an account that could not be created is said so, with what to do, and nothing typed is lost', async () => {
  const { fill, submit, done } = await openRegistration();
  await fill({ ...GOOD, email: 'lost@salon.example' });
  product.loseNextAnswer('/account/register');
  await submit();
  await screen.findByText('The account was not created');
  await screen.findByText(/Check your connection and try again/);
  expect([valueOf('Email'), done]).toEqual(['lost@salon.example', []]);
});

test('every field that is not filled in is named, and nothing is sent', async () => {
  const before = registrations();
  const { submit } = await openRegistration();
  await submit();
  await screen.findByText('Accept the terms to continue');
  const wrong = [...document.querySelectorAll('[aria-invalid="true"]')];
  expect(wrong.map((field) => field.getAttribute('data-path'))).toEqual([
    'email',
    'phone',
    'password',
    'confirmPassword',
    'termsAccepted',
  ]);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(registrations()).toBe(before);
});

test('two passwords that differ are refused at the second one', async () => {
  const before = registrations();
  const { fill, submit } = await openRegistration();
  await fill({ ...GOOD, email: 'differs@salon.example', repeat: 'correct-house' });
  await submit();
  await screen.findByText("Passwords don't match");
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Repeat password'));
  expect(registrations()).toBe(before);
});

test('a phone that the country does not have is refused when its field is left', async () => {
  const { user } = await openRegistration();
  await user.type(screen.getByLabelText('Phone'), '12');
  await user.tab();
  await screen.findByText(/too few or too many/);
});

test('a phone is written as people of the country write it when its field is left', async () => {
  const { user, fill } = await openRegistration();
  await fill({ ...GOOD, phone: '4155550100' });
  await user.tab();
  await expect.poll(() => valueOf('Phone')).toMatch(/^\(415\).555.0100$/);
});

test('an e-mail that has a cabinet already is offered to log in, and nothing typed is lost', async () => {
  const owner = await product.signUp();
  const { fill, submit } = await openRegistration();
  await fill({ ...GOOD, email: owner.email });
  await submit();
  expect(
    (await screen.findByRole('link', { name: `Log in as ${owner.email}` })).closest('[role="alert"]'),
  ).not.toBeNull();
  expect([valueOf('Email'), valueOf('Password')]).toEqual([owner.email, GOOD.password]);
});

test('what was typed is there again after the page was left, except the passwords', async () => {
  const { fill, unmount } = await openRegistration();
  await fill({ ...GOOD, email: 'later@salon.example' });
  unmount();
  await openRegistration();
  expect([valueOf('Email'), valueOf('Password'), valueOf('Repeat password')]).toEqual(['later@salon.example', '', '']);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(GOOD.password);
});
