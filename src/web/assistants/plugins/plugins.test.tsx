import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Assistant } from '#contract/assistants/calls.ts';
import { AssistantView } from '#web/assistants/page/AssistantPage.tsx';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';

const product = await startProduct();
const texts = ['assistants', 'knowledge', 'rest_calls', 'flower_shop'] as const;

async function openAssistant() {
  const owner = await product.signUp();
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'Anna', trade: null, language: 'en' });
  const response = await fetch('/api/v1/assistants', { method: 'POST', headers, body });
  const assistant = (await response.json()) as Assistant;
  const drawn = await draw(<AssistantView assistantId={assistant.id} />, { texts: [...texts], as: owner });
  await screen.findByRole('textbox', { name: 'Name' });
  return { ...drawn, owner, assistant };
}

/** Pastes a text into a field. */
async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

test('a request is described, its secret is stored apart, tried, and saved with the draft', async () => {
  const { user } = await openAssistant();
  await user.click(screen.getByRole('switch', { name: /Requests to your system/ }));
  await user.click(await screen.findByRole('button', { name: 'Add a request' }));
  const card = within(await screen.findByRole('group', { name: 'Request 1' }));
  await fill(user, card.getByRole('textbox', { name: 'When to send it' }), 'The client asks');
  await fill(user, card.getByRole('textbox', { name: 'Address (URL)' }), 'https://127.0.0.1/orders/{number}');
  expect(card.getByText('The address has number, but there is no such parameter. Add it.')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Add a parameter' }));
  await fill(user, card.getByRole('textbox', { name: 'Description for the assistant' }), 'Number of the order');
  await user.click(card.getByRole('button', { name: 'Add a header' }));
  await fill(user, card.getByLabelText('Secret value'), 'Bearer 12345');
  await user.click(card.getByRole('button', { name: 'Save the secret' }));
  await card.findByText('Set, sent to https://127.0.0.1 only');
  expect(card.getByLabelText<HTMLInputElement>('Secret value').value).toBe('');

  await fill(user, card.getByRole('textbox', { name: 'number' }), '7');
  await user.click(card.getByRole('button', { name: 'Send the request' }));
  await card.findByText(/the address cannot be reached/);

  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await card.findByText('Fill in this field');
  await fill(user, card.getByRole('textbox', { name: 'Name' }), 'Status');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Draft saved');
}, 30_000);

const CATALOGUE = 'Name;Price\nRed roses;25\nPeonies;\n';

test('a catalogue is uploaded, rows that were left out are named, and goods are found', async () => {
  const { user, container } = await openAssistant();
  await user.click(screen.getByRole('switch', { name: /Flower shop/ }));
  await screen.findByRole('button', { name: 'Upload a catalogue' });
  const [input] = container.querySelectorAll<HTMLInputElement>('input[type=file][accept*=".yml"]');
  if (!input) throw new Error('no field for the file');
  await user.upload(input, new File(['nothing'], 'a.csv', { type: 'text/csv' }));
  await screen.findByText(/Title the columns in the first row/);
  await user.upload(input, new File([CATALOGUE], 'goods.csv', { type: 'text/csv' }));
  await screen.findByText('1 row was left out');
  expect(screen.getByText(/Row 3: no price: Peonies/)).toBeTruthy();
  await screen.findByText('Red roses');
  await fill(user, screen.getByRole('searchbox', { name: 'Find goods or a category' }), 'tulip');
  await screen.findByText('Nothing was found');

  await fill(user, screen.getByRole('textbox', { name: 'Where' }), 'City');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Draft saved');
  await user.click(screen.getByRole('tab', { name: 'Orders' }));
  await screen.findByText(/There are no orders yet/);
}, 30_000);
