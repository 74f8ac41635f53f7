import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Assistant } from '#contract/assistants/calls.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { AssistantView } from './AssistantPage.tsx';

const product = await startProduct();
const texts = ['assistants', 'knowledge', 'cases'] as const;

async function request<Reply>(token: string, method: string, path: string, body: unknown): Promise<Reply> {
  const response = await fetch(`/api/v1/assistants${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function openAssistant() {
  const owner = await product.signUp();
  const assistant = await request<Assistant>(owner.token, 'POST', '', {
    title: 'Anna',
    trade: 'salon',
    language: 'en',
  });
  const drawn = await draw(<AssistantView assistantId={assistant.id} />, { texts: [...texts], as: owner });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  return { ...drawn, owner, assistant, name };
}

test('a draft is saved, published, and switched off', async () => {
  const { user, name } = await openAssistant();
  expect(screen.getByText('Clients are not answered until you publish it')).toBeTruthy();
  await user.type(name, ' Smith');
  expect(screen.getByText('There are unsaved changes')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Draft saved');
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await screen.findByText('Published: clients are answered by this version');
  await screen.findByText('The assistant is on but does not answer');

  await user.type(name, '!');
  await user.click(await screen.findByRole('button', { name: 'Save and publish' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('How the draft differs from the published version 2:');
  expect(dialog.getByText('Smith!').tagName).toBe('INS');
  await user.click(await dialog.findByRole('button', { name: 'Publish' }));
  await screen.findByText('Version 3 is published, but clients are not answered now');
  await user.click(await screen.findByRole('button', { name: 'Switch off' }));
  await screen.findByText('Clients are answered by your staff');
});

test('when another member saved meanwhile, the person chooses, and loses nothing', async () => {
  const { user, owner, assistant, name } = await openAssistant();
  await user.type(name, ' mine');
  const { id, settings } = assistant;
  await request(owner.token, 'PUT', `/${id}`, { title: 'Anna theirs', settings, baseVersion: 1 });
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Somebody else has saved this assistant');
  expect(name.value).toBe('Anna mine');
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Draft saved');

  await user.click(screen.getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByText('Version 3');
  expect(drawer.getAllByText('Changed: name')).toHaveLength(2);
  await user.click(drawer.getAllByRole('button', { name: 'Return to it' }).at(-1)!);
  await screen.findByText('Version 1 is the draft again');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Anna'));
});

test('a reason to hand over needs its words, and a phrase cannot both stop and start', async () => {
  const { user } = await openAssistant();
  await user.click(screen.getByRole('button', { name: 'Add a reason' }));
  const reason = within(screen.getByRole('group', { name: 'Reason 2' }));
  await user.click(reason.getByRole('button', { name: 'Client’s phone' }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(reason.getByLabelText('When').getAttribute('aria-invalid')).toBe('true'));
  await user.type(reason.getByLabelText('When'), 'A refund');
  expect(reason.getByLabelText<HTMLTextAreaElement>('Notice to your staff').value).toMatch(/\{clientPhone\}$/);

  await user.type(screen.getByRole('combobox', { name: 'Phrases that stop the assistant' }), 'Stop!{Enter}');
  await user.type(screen.getByRole('combobox', { name: 'Phrases that start it again' }), 'stop{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText(/The phrase “Stop!” both stops and starts the assistant/);
});

test('a message of the trial whose answer is lost on the way is answered once', async () => {
  const { user } = await openAssistant();
  const chat = within(screen.getByRole('region', { name: 'Try the draft' }));
  product.loseNextAnswer('/trial');
  await user.type(chat.getByRole('textbox', { name: 'Message of a client' }), 'How much is a haircut?{Enter}');
  await chat.findByRole('button', { name: 'Why this answer' });
  expect(within(chat.getByRole('log')).getAllByText('How much is a haircut?')).toHaveLength(1);
});
