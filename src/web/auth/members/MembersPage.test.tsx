import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readTokens } from '#web/lib/api/tokens.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { InvitationPage } from './InvitationPage.tsx';
import { MembersPage } from './MembersPage.tsx';

const product = await startProduct({ SMTP_URL: 'smtp://127.0.0.1:1' });
const texts = ['auth', 'members'] as const;

async function openMembers() {
  const owner = await product.signUp();
  const view = await draw(<MembersPage />, { texts, as: owner });
  const table = await screen.findByRole('table', { name: 'Members and invitations' });
  return { ...view, owner, table };
}

type Person = Awaited<ReturnType<typeof openMembers>>['user'];

async function invite(user: Person, email: string) {
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await user.type(await screen.findByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
}

test('an invited person stands in the list until they accept, and can be withdrawn', async () => {
  const { user, table } = await openMembers();
  screen.getByText(/You are the only one here/);
  await invite(user, 'olga@salon.example');
  const row = await within(table).findByText('olga@salon.example');
  within(table).getByText(/Invited until/);
  expect(row).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /olga@salon.example/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Withdraw invitation' }));
  await expect.poll(() => within(table).queryByText('olga@salon.example')).toBeNull();
});

test('inviting an owner asks for the password, and a wrong one is explained', async () => {
  const { user } = await openMembers();
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await user.type(await screen.findByLabelText('Email'), 'boss@salon.example');
  await user.click(screen.getByRole('radio', { name: /Owner/ }));
  await user.type(await screen.findByLabelText('Your password'), 'wrong-one');
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect((await screen.findByRole('alert')).textContent).toContain('password');
});

test('the last owner reads why they cannot leave', async () => {
  const { user, owner } = await openMembers();
  await user.click(screen.getByRole('button', { name: new RegExp(owner.email) }));
  await user.click(await screen.findByRole('menuitem', { name: 'Leave the account' }));
  await user.click(await screen.findByRole('button', { name: 'Leave the account' }));
  await screen.findByText(/You are the only owner/);
});

test('a link that is over says so, and how to go on', async () => {
  await draw(<InvitationPage />, { texts, at: '/account/invitation?code=old' });
  await screen.findByText('The invitation no longer works');
  screen.getByRole('link', { name: 'Log in' });
  expect(readTokens()).toBeNull();
});
