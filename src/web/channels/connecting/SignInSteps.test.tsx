import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { ChannelTabs } from '#web/channels/list/ChannelTabs.tsx';

const world = await startWorld();
const product = await startProduct(world.env);

beforeEach(() => world.control('POST', '/seed', {}));

type Gateway = { messages: { by: string; text: string }[] };
async function lastCode(): Promise<string> {
  const { messages } = await world.control<Gateway>('GET', '/greentg');
  return /\d{5}/.exec(messages.findLast(({ by }) => by === 'telegram')?.text ?? '')?.[0] ?? '';
}

async function openTab() {
  const as = await product.signUp();
  const view = await draw(<ChannelTabs kinds={['telegram_bot', 'telegram_user']} />, {
    texts: ['channels', 'app'],
    as,
  });
  await view.user.click(await screen.findByRole('tab', { name: 'Telegram account' }));
  const press = async (name: string) => view.user.click(await screen.findByRole('button', { name }));
  const type = async (label: string, text: string) => view.user.type(await screen.findByLabelText(label), text);
  return { ...view, press, type };
}

test('an account is signed in to on the second tab, by its phone, the code and the password', async () => {
  const { press, type, router } = await openTab();
  expect(router.state.location.search).toEqual({ kind: 'telegram_user' });
  await screen.findByText(/Telegram restricts accounts that write to many strangers/);
  await press('Begin to sign in');
  await type('Phone number of the account', '+79990001222');
  await press('Get the code');
  await screen.findByText(/seconds left/);
  await type('Code from Telegram', '00000');
  await press('Sign in');
  await screen.findByText('Invalid code');
  await type('Code from Telegram', `{Control>}a{/Control}${await lastCode()}`);
  await press('Sign in');
  await type('Telegram cloud password', 'wrong');
  await press('Sign in');
  await screen.findByText(/The password was not accepted/);
  await type('Telegram cloud password', '{Control>}a{/Control}лаванда-2fa');
  await press('Sign in');
  await expect
    .poll(async () => (await world.control<{ instances: { state: string }[] }>('GET', '/greentg')).instances)
    .toMatchObject([{ state: 'authorized' }]);
});

test('a number that gets no code is told why, and another one can be entered', async () => {
  const { press, type } = await openTab();
  await press('Begin to sign in');
  await type('Phone number of the account', '+79990000000');
  await press('Get the code');
  await screen.findByText('Telegram did not send a code');
  expect(screen.getByLabelText('Phone number of the account')).toMatchObject({ value: '+79990000000' });
  await press('Cancel');
  await screen.findByRole('button', { name: 'Begin to sign in' });
});
