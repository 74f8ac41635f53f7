import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { ConnectForm } from './ConnectForm.tsx';

const world = await startWorld();
const product = await startProduct(world.env);

beforeEach(() => world.control('POST', '/seed', {}));

async function openForm() {
  const done: string[] = [];
  const as = await product.signUp();
  const view = await draw(<ConnectForm kind="yclients" connected={[]} onDone={() => done.push('done')} />, {
    texts: ['connections'],
    as,
  });
  async function signInWith(login: string, password: string) {
    await view.user.type(screen.getByLabelText('Phone or email in YCLIENTS'), login);
    await view.user.type(screen.getByLabelText('Password in YCLIENTS'), password);
    await view.user.click(screen.getByRole('button', { name: 'Find branches' }));
  }
  const press = (name: string) => view.user.click(screen.getByRole('button', { name }));
  return { ...view, done, signInWith, press };
}

test('the login of a salon lists its branches, and the chosen ones are connected', async () => {
  const { user, signInWith, press, done } = await openForm();
  await signInWith('salon@example.test', 'salon-demo');
  const ural = await screen.findByRole('checkbox', { name: /Урал/ });
  expect(screen.getAllByRole('checkbox')).toMatchObject([{ checked: true }, { checked: true }]);
  await user.click(ural);
  await press('Connect 1 branch');
  await expect.poll(() => done).toEqual(['done']);
  await screen.findByText('1 branch connected');
});

test('a wrong password is explained, and what was typed stays', async () => {
  const { signInWith, done } = await openForm();
  await signInWith('salon@example.test', 'a-wrong-one');
  await screen.findByText('YCLIENTS did not accept the login');
  expect(screen.getByLabelText('Phone or email in YCLIENTS')).toMatchObject({ value: 'salon@example.test' });
  expect(screen.getByLabelText('Password in YCLIENTS')).toMatchObject({ value: 'a-wrong-one' });
  expect(done).toEqual([]);
});

test('without a chosen branch the button is inactive, with the reason beside it', async () => {
  const { user, signInWith } = await openForm();
  await signInWith('salon@example.test', 'salon-demo');
  await screen.findByRole('checkbox', { name: /Урал/ });
  for (const branch of screen.getAllByRole('checkbox')) await user.click(branch);
  const button = screen.getByRole('button', { name: /^Connect 0/ });
  expect(button).toMatchObject({ disabled: true });
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Choose at least one');
});

test('another way to sign in asks for its own fields', async () => {
  const { press } = await openForm();
  await press('User token');
  await screen.findByLabelText('User token');
  expect(screen.queryByLabelText('Password in YCLIENTS')).toBeNull();
});

test('the login is there again after the page was left, the password is not', async () => {
  const { user, unmount } = await openForm();
  await user.type(screen.getByLabelText('Phone or email in YCLIENTS'), 'salon@example.test');
  await user.type(screen.getByLabelText('Password in YCLIENTS'), 'salon-demo');
  unmount();
  await openForm();
  expect(screen.getByLabelText('Phone or email in YCLIENTS')).toMatchObject({ value: 'salon@example.test' });
  expect(screen.getByLabelText('Password in YCLIENTS')).toMatchObject({ value: '' });
});
