import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ChannelKind } from '#contract/channels/calls.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct, startWorld } from '#web/testing/product.ts';
import { ConnectForm } from './ConnectForm.tsx';

const world = await startWorld();
const product = await startProduct({ ...world.env, DIALOG360_WEBHOOK_SECRET: 'd360-demo-platform-secret' });

beforeEach(() => world.control('POST', '/seed', {}));

async function openForm(kind: ChannelKind) {
  const done: string[] = [];
  const as = await product.signUp();
  const view = await draw(<ConnectForm kind={kind} onDone={() => done.push('done')} />, { texts: ['channels'], as });
  const type = async (label: string, text: string) => view.user.type(screen.getByLabelText(label), text);
  const press = (name: string) => view.user.click(screen.getByRole('button', { name }));
  return { ...view, done, type, press };
}
const calls = (path: string) => product.calls.filter((call) => call === `POST ${path}`).length;

test('a number is connected by its key alone, and named as in WhatsApp', async () => {
  const { type, press, done } = await openForm('dialog360');
  expect(screen.queryByLabelText('WhatsApp number')).toBeNull();
  await type('API key', 'd360-demo-key');
  await press('Check and connect');
  await expect.poll(() => done).toEqual(['done']);
  await screen.findByText('Connected. You can send now');
});

test('a key that the provider refuses is explained, and what was typed stays', async () => {
  const { type, press, done } = await openForm('dialog360');
  await type('Name', 'Linea Studio');
  await type('API key', 'd360-wrong-key');
  await press('Check and connect');
  await screen.findByText('The key was not accepted');
  expect(screen.getByLabelText('API key')).toMatchObject({ value: 'd360-wrong-key' });
  expect(screen.getByLabelText('Name')).toMatchObject({ value: 'Linea Studio' });
  expect(done).toEqual([]);
});

test('a channel that could not be added is named, with what to do', async () => {
  const { type, press, done } = await openForm('dialog360');
  await type('API key', 'd360-demo-key');
  product.loseNextAnswer('/api/v1/channels');
  await press('Check and connect');
  await screen.findByText('WhatsApp Business (360dialog) was not connected');
  await screen.findByText(/Check your connection and try again/);
  expect(done).toEqual([]);
});

test('an empty field is marked before a request is sent', async () => {
  const before = calls('/api/v1/channels');
  const { type, press } = await openForm('dialog360');
  await type('Name', 'Linea Studio');
  await press('Check and connect');
  expect((await screen.findAllByText('Fill in this field')).length).toBeGreaterThan(0);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('API key'));
  expect(calls('/api/v1/channels')).toBe(before);
});

test('what was typed is there again after the page was left, except the secret', async () => {
  const { type, unmount } = await openForm('dialog360');
  await type('Name', 'Linea Studio');
  await type('API key', 'd360-demo-key');
  unmount();
  await openForm('dialog360');
  expect(screen.getByLabelText('Name')).toMatchObject({ value: 'Linea Studio' });
  expect(screen.getByLabelText('API key')).toMatchObject({ value: '' });
});

test('an account with several senders lists them once its credentials are right, and the chosen one is connected', async () => {
  const { user, type, press, done } = await openForm('twilio_sms');
  expect(screen.queryByRole('combobox')).toBeNull();
  await type('Account SID', `AC${'1'.padStart(32, '0')}`);
  await type('Auth Token', 'twilio-demo-token');
  await press('Check and choose a sender');
  const choice = await screen.findByRole<HTMLSelectElement>('combobox');
  expect([...choice.options].map(({ value }) => value)).toEqual(['+79990000101', `MG${'1'.padStart(32, '0')}`]);
  expect(choice.value).toBe('+79990000101');
  await user.selectOptions(choice, `MG${'1'.padStart(32, '0')}`);
  await press('Check and connect');
  await expect.poll(() => done).toEqual(['done']);
});

test('the WhatsApp senders of an account are listed apart from its numbers', async () => {
  const { type, press, done } = await openForm('twilio_whatsapp');
  await type('Account SID', `AC${'1'.padStart(32, '0')}`);
  await type('Auth Token', 'twilio-demo-token');
  await press('Check and choose a sender');
  const choice = await screen.findByRole<HTMLSelectElement>('combobox');
  expect(choice.options[0]?.text).toBe('+79990000101, Студия Ромашка');
  await press('Check and connect');
  await expect.poll(() => done).toEqual(['done']);
});

test('a login may be left out where a token is pasted', async () => {
  const { type, press, done } = await openForm('sigma_sms');
  await type('Password or API token', 'sigma-romashka-token');
  await press('Check and choose a sender');
  const choice = await screen.findByRole<HTMLSelectElement>('combobox');
  expect([...choice.options].map(({ value }) => value)).toEqual(['ROMASHKA']);
  await press('Check and connect');
  await expect.poll(() => done).toEqual(['done']);
});
