import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Checklist } from '#contract/quality/checklists.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { ChecklistView, NewChecklistPage } from './ChecklistPage.tsx';
import { ChecklistsPane } from './ChecklistsPane.tsx';

const product = await startProduct();
const texts = ['quality'] as const;

async function request<Reply>(token: string, method: string, path = '', body?: unknown): Promise<Reply> {
  const response = await fetch(`/api/v1/quality/checklists${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}

async function openChecklist() {
  const owner = await product.signUp();
  const checklist = await request<Checklist>(owner.token, 'POST', '/ready', { trade: 'salon', language: 'en' });
  const drawn = await draw(<ChecklistView checklistId={checklist.id} />, { texts: [...texts], as: owner });
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' });
  const saved = async () => {
    const { items } = await request<{ items: Checklist[] }>(owner.token, 'GET');
    return items[0]!;
  };
  return { ...drawn, owner, checklist, title, saved };
}

test('a ready checklist shows its questions before it is taken, and a deleted one comes back by Undo', async () => {
  const owner = await product.signUp();
  const { user, router } = await draw(<ChecklistsPane kind="chats" />, { texts: [...texts], as: owner });
  await screen.findByText('No checklists yet');
  const salon = (await screen.findByText('Beauty salon')).closest('li');
  if (!salon) throw new Error('The salon has no row.');
  await user.click(within(salon).getByRole('button', { name: /questions$/ }));
  expect(within(salon).getByText('Did they greet the client?')).toBeTruthy();
  await user.click(within(salon).getByRole('button', { name: 'Take: Beauty salon' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/chats\/checklists\//));
  await user.click(await screen.findByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('No checklists yet');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('link', { name: /Salon: talks with clients/ });
});

test('questions are moved, reworded, made critical, deleted with Undo, and saved', async () => {
  const { user, checklist, saved } = await openChecklist();
  const [first, second] = checklist.settings.items;
  await user.click(screen.getByRole('button', { name: 'Move question 1 down' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move question 2 down' })),
  );
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question 2' }).value).toBe(first!.words);
  await user.click(screen.getByRole('button', { name: 'Delete question 1' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question 1' }).value).toBe(first!.words);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const words = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question 1' });
  expect(words.value).toBe(second!.words);
  await user.clear(words);
  await user.type(words, 'Did they name themselves?');
  await user.click(screen.getAllByRole('button', { name: 'How it counts' })[0]!);
  await user.click(screen.getByRole('checkbox', { name: 'Critical' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Checklist saved');
  const { settings, version } = await saved();
  expect(version).toBe(2);
  expect(settings.items[0]).toMatchObject({ id: second!.id, words: 'Did they name themselves?', isCritical: true });
  expect(settings.items[1]!.id).toBe(first!.id);
  expect(settings.items).toHaveLength(checklist.settings.items.length);
});

test('when another member saved meanwhile, the person chooses, and loses nothing', async () => {
  const { user, owner, checklist, title, saved } = await openChecklist();
  await user.type(title, ' mine');
  await request(owner.token, 'PUT', `/${checklist.id}`, { ...checklist.settings, title: 'Other', version: 1 });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody saved this checklist in the meantime');
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Checklist saved');
  expect((await saved()).settings.title).toBe(`${checklist.settings.title} mine`);
});

test('a checklist without questions is refused in words, and an empty question is marked', async () => {
  const owner = await product.signUp();
  const { user, router } = await draw(<NewChecklistPage />, { texts: [...texts], as: owner });
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Own');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = screen.getByRole('textbox', { name: 'Question 1' });
  await waitFor(() => expect(question.getAttribute('aria-invalid')).toBe('true'));
  await user.click(screen.getByRole('button', { name: 'Delete question 1' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getAllByText(/Add at least one question/)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Add a question' }));
  await user.type(screen.getByRole('textbox', { name: 'Question 1' }), 'Was the price named?');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/chats\/checklists\//));
});
