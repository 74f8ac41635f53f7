import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Assistant } from '#contract/assistants/calls.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { CasesPane } from './CasesPane.tsx';

const product = await startProduct();

async function post<Reply>(token: string, path: string, body: unknown): Promise<Reply> {
  const response = await fetch(`/api/v1/assistants${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

type Opened = { owner: Awaited<ReturnType<typeof product.signUp>>; assistant: Assistant };

async function openCases(prepare?: (opened: Opened) => Promise<void>) {
  const owner = await product.signUp();
  const assistant = await post<Assistant>(owner.token, '', { title: 'Anna', trade: 'restaurant', language: 'en' });
  await prepare?.({ owner, assistant });
  const drawn = await draw(<CasesPane assistant={assistant} isDirty={false} />, {
    texts: ['assistants', 'cases'],
    as: owner,
  });
  await screen.findByRole('button', { name: 'Add a case' });
  return { ...drawn, owner, assistant };
}

type User = Awaited<ReturnType<typeof openCases>>['user'];

async function addReady(user: User) {
  await user.click(screen.getByRole('button', { name: 'Ready cases' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: 'Restaurant' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Nut allergy');
}

test('ready cases are added by a click, deleted, and taken back', async () => {
  const { user } = await openCases();
  await addReady(user);
  expect(screen.getAllByText('A person takes over').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Actions: Nut allergy' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Nut allergy')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Nut allergy');
});

test('a case needs its words, and what it expects is written in words', async () => {
  const { user } = await openCases();
  await user.click(screen.getByRole('button', { name: 'Add a case' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true'));
  await user.type(dialog.getByLabelText('Name'), 'Books a haircut');
  await user.type(dialog.getByLabelText('What the client wants'), 'Book a haircut');
  await user.click(dialog.getByRole('button', { name: 'Add a condition' }));
  const services = dialog.getAllByLabelText('Service');
  await user.type(services[0]!, 'Haircut');
  await user.type(dialog.getByLabelText('In how many days'), '2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Books a haircut');
  expect(screen.getByText(/The client is booked: Haircut, in 2 days/)).toBeTruthy();
});

/** A run in which the case about nuts failed. */
async function addRun({ owner, assistant }: Opened) {
  const ready = { trade: 'restaurant', language: 'en' };
  await post(owner.token, `/${assistant.id}/cases/ready`, ready);
  const runId = crypto.randomUUID();
  await product.owner.query(
    `insert into assistant_runs (tenant_id, id, assistant_id, version, repeats, state, cap_micro_usd, started_at, finished_at)
     values ($1, $2, $3, 1, 1, 'done', 10000, now(), now())`,
    [owner.tenantId, runId, assistant.id],
  );
  const lines = [
    { side: 'client', text: 'Is it safe?', turn: null },
    { side: 'assistant', text: 'Yes, it is safe.', turn: null },
  ];
  const expectation = { type: 'omits', phrases: ['it is safe'] };
  const verdicts = [{ expectation, isMet: false, reason: 'contained', quote: 'Yes, it is safe.' }];
  await product.owner.query(
    `insert into assistant_run_talks
       (tenant_id, id, run_id, case_id, settings, repeat, queue, position, state, lines, verdicts)
     select $1, gen_random_uuid(), $2, id, settings, 1, 0, 0, 'failed', $3, $4
     from assistant_cases where tenant_id = $1 and ready_name = 'allergy'`,
    [owner.tenantId, runId, JSON.stringify(lines), JSON.stringify(verdicts)],
  );
}

test('a run shows which cases fail, why, and what was written', async () => {
  const { user } = await openCases(addRun);
  await user.click(await screen.findByRole('button', { name: 'Show the conversation' }));
  const verdicts = within(await screen.findByRole('list', { name: 'What was checked' }));
  expect(verdicts.getByText(/an answer contains them/)).toBeTruthy();
  expect(screen.getByText('Is it safe?')).toBeTruthy();
});

test('the price is agreed to before a run; without a model it is refused in words', async () => {
  const { user } = await openCases();
  await addReady(user);
  await user.click(screen.getByRole('button', { name: 'Run tests' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('At most');
  await user.click(dialog.getByRole('button', { name: /Run for about/ }));
  await dialog.findByText(/model is no longer offered/);
});
