import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { ConnectChannel } from './ConnectChannel.tsx';

const world = await startWorld();
const product = await startProduct(world.env);

beforeEach(() => world.control('POST', '/seed', {}));

const open = async () => {
  const view = await draw(<ConnectChannel onDone={() => undefined} />, {
    texts: ['channels', 'app'],
    as: await product.signUp(),
  });
  const press = async (name: string | RegExp) => view.user.click(await screen.findByRole('button', { name }));
  return { ...view, press };
};

test('a new owner chooses among three ways in a sentence each; the rest, the Telegram account too, is under More', async () => {
  const { press } = await open();
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names()).toEqual([
    expect.stringMatching(/^Your WhatsApp/),
    expect.stringMatching(/^Official WhatsApp/),
    expect.stringMatching(/^Telegram/),
    'More channels',
  ]);
  await press('More channels');
  expect(names()).toHaveLength(8);
  expect(screen.getByRole('button', { name: /^MAX/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Telegram account/ })).toBeTruthy();
  await press(/^Official WhatsApp/);
  await screen.findByText('WhatsApp Business (360dialog)');
  await press('All channels');
  await screen.findByRole('button', { name: /^Your WhatsApp/ });
});

test('a phone is linked by a code for its number, without scanning', async () => {
  const { press, user } = await open();
  await press(/^Your WhatsApp/);
  await press('Get a code by phone number');
  const field = await screen.findByLabelText('Number of the phone with WhatsApp');
  await user.clear(field);
  await user.type(field, '+7 999 000-02-01');
  await press('Get the code');
  const code = await screen.findByRole('status', { name: 'Code for the phone' });
  expect(code.textContent).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}$/);
  await screen.findByText(/^Enter it on the phone/);
  await world.control('POST', '/whatsapp/enter-code', { number: '79990000201', code: code.textContent });
  type Whatsapp = { phones: { number: string; devices: unknown[] }[] };
  const devices = async () =>
    (await world.control<Whatsapp>('GET', '/whatsapp')).phones.find(({ number }) => number === '79990000201')?.devices;
  expect(await devices()).toHaveLength(1);
});
