import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { KnowledgeSection } from './KnowledgeSection.tsx';

const product = await startProduct();

async function createAssistant(token: string): Promise<AssistantId> {
  const response = await fetch('/api/v1/assistants', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Anna' }),
  });
  const { id } = (await response.json()) as { id: AssistantId };
  return id;
}

async function openKnowledge() {
  const owner = await product.signUp();
  const assistantId = await createAssistant(owner.token);
  const drawn = await draw(<KnowledgeSection assistantId={assistantId} />, { texts: ['knowledge'], as: owner });
  await screen.findByText(/knows nothing yet/);
  return { ...drawn, owner, assistantId };
}

const row = async (title: string) => {
  const [first] = await screen.findAllByText(title);
  const item = first?.closest('li');
  if (!item) throw new Error('It stands in no row');
  return within(item);
};

type User = Awaited<ReturnType<typeof openKnowledge>>['user'];

async function addPair(user: User, question: string, answer: string) {
  await user.click(screen.getByRole('button', { name: 'Question and answer' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText('Question'), question);
  await user.type(within(dialog).getByLabelText('Answer'), answer);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('a pair is found by a question as contacts put it, deleted, and taken back', async () => {
  const { user } = await openKnowledge();
  await addPair(user, 'May I bring my dog?\nAre pets allowed?', 'Small dogs are welcome.');
  await row('May I bring my dog?');
  expect(screen.getByText('1 source · 1 passage')).toBeDefined();

  await user.type(screen.getByLabelText("A client's question"), 'are pets allowed');
  await user.click(screen.getByRole('button', { name: 'Try' }));
  expect(await screen.findByText('Exact question')).toBeDefined();

  await user.click((await row('May I bring my dog?')).getByRole('button'));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByText(/Nothing was found/)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Exact question')).toBeDefined();
});

test('a scan says what it is, and what to do', async () => {
  const { user, owner } = await openKnowledge();
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!picker) throw new Error('There is no field for files');
  await user.upload(picker, new File(['%PDF-1.4 cut off'], 'price.pdf', { type: 'application/pdf' }));
  expect(await (await row('price.pdf')).findByText('Waiting')).toBeDefined();
  await product.owner.query(`update knowledge_sources set state = 'failed', trouble = 'scan' where tenant_id = $1`, [
    owner.tenantId,
  ]);
  await addPair(user, 'Where are you?', 'Baker Street');
  expect(await (await row('price.pdf')).findByText(/This is a scan/)).toBeDefined();
});

test('a file that is no document is named with the reason', async () => {
  const { user } = await openKnowledge();
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!picker) throw new Error('There is no field for files');
  await user.upload(picker, new File(['MZ'], 'price.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('“price.pdf” was not added')).toBeDefined();
});

test('an address inside a network is refused at its form, which stays', async () => {
  const { user } = await openKnowledge();
  await user.click(screen.getByRole('button', { name: 'Add a website' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText('Address'), 'https://192.168.1.1/');
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(await within(dialog).findByText(/only opens inside a network/)).toBeDefined();
});

test('an unanswered question becomes a pair with one answer, and another is dismissed and taken back', async () => {
  const { user, owner, assistantId } = await openKnowledge();
  for (const [n, question] of ['Do you have a solarium?', 'Do you do tattoos?'].entries()) {
    await product.owner.query(
      `insert into knowledge_gaps (tenant_id, id, assistant_id, question, reason, count, last_asked_at)
       values ($1, $2, $3, $4, 'nothing_found', $5, now())`,
      [owner.tenantId, crypto.randomUUID(), assistantId, question, 2 - n],
    );
  }
  await addPair(user, 'Where are you?', 'Baker Street');
  const solarium = await row('Do you have a solarium?');
  expect(solarium.getByText(/asked 2 times · nothing was found/)).toBeDefined();
  await user.click(solarium.getByRole('button', { name: 'Answer' }));
  const dialog = await screen.findByRole('dialog');
  const question = await within(dialog).findByLabelText<HTMLTextAreaElement>('Question');
  expect(question.value).toBe('Do you have a solarium?');
  await user.type(within(dialog).getByLabelText('Answer'), 'No, we do not.');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No, we do not.')).toBeDefined();

  await user.click((await row('Do you do tattoos?')).getByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('There are none so far.')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await row('Do you do tattoos?');
});
