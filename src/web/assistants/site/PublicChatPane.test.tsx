import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Assistant } from '#contract/assistants/calls.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { PublicChatPane } from './PublicChatPane.tsx';

const product = await startProduct();

async function openPane() {
  const owner = await product.signUp();
  const response = await fetch('/api/v1/assistants', {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Anna', trade: null }),
  });
  const { id }: Assistant = await response.json();
  return draw(<PublicChatPane assistantId={id} />, { texts: ['assistants'], as: owner });
}

test('an owner opens the chat, takes its link, and learns why visitors cannot write yet', async () => {
  const { user } = await openPane();
  await user.click(await screen.findByRole('switch', { name: /The chat is open/ }));
  await user.type(screen.getByRole('textbox', { name: 'Question 1' }), 'Where are you?');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Chat saved');
  await screen.findByText('Publish the assistant first.');
  const link = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link to the chat' });
  expect(link.value).toMatch(/\/ai-chat\/[\w-]{40,}$/);
  expect(screen.getByRole('img', { name: 'QR code of the chat' })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Button with the chat' })).toBeNull();
});

test('a site is added by its address as typed, and then there is code for it', async () => {
  const { user } = await openPane();
  await user.click(await screen.findByRole('switch', { name: /The chat is open/ }));
  const sites = screen.getByRole('combobox', { name: 'Websites' });
  await user.type(sites, 'no site{Enter}');
  await screen.findByText('“no site” is not the address of a website');
  await user.type(sites, '{Backspace}salon.ru/contacts{Enter}');
  await screen.findByText('https://salon.ru');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Button with the chat' });
  expect(code.value).toMatch(/^<script async src=".*\/embed\/ai-chat\.js\?id=[\w-]+"><\/script>$/);
});
