import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AssistantTurn } from '#contract/assistants/turns.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { TurnDetails } from './TurnDetails.tsx';

const product = await startProduct();

const TURN: AssistantTurn = {
  id: '01890000-0000-7000-8000-000000000001',
  at: '2026-11-29T10:00:00Z',
  version: 4,
  question: 'Can I come tomorrow?',
  reply: 'Tomorrow at 10:00 is free.',
  outcome: 'answered',
  handoffReason: null,
  summary: null,
  passages: [{ source: 'Price list', text: 'A haircut is 1 500.' }],
  calls: [
    { tool: 'find_times', arguments: { day: '2026-11-30' }, result: { times: ['10:00'] }, error: null },
    { tool: 'book', arguments: { time: '11:00' }, result: null, error: 'The time is taken.' },
    { tool: 'weather', arguments: {}, result: 'sun', error: null },
  ],
  findings: [{ check: 'price', quote: '900' }],
  isRegenerated: true,
  model: 'acme/medium',
  inputTokens: 1_200,
  outputTokens: 40,
  costMicroUsd: 1_500,
  tookMs: 2_340,
};

async function show(turn: Partial<AssistantTurn>) {
  const owner = await product.signUp();
  await draw(<TurnDetails turn={{ ...TURN, ...turn }} />, { texts: ['assistants'], as: owner });
  await screen.findByText(/./, { selector: 'p:first-child' });
}

test('an answer shows what it was made of, what failed, what was corrected, and its price', async () => {
  await show({});
  expect(screen.getByText('The assistant answered.')).toBeTruthy();
  expect(screen.getByText('A haircut is 1 500.')).toBeTruthy();
  const calls = within(screen.getByRole('region', { name: 'What it did' }));
  expect(calls.getByText('Looked for free times')).toBeTruthy();
  expect(calls.getByText(/it did not work/)).toBeTruthy();
  expect(calls.getByText('The time is taken.')).toBeTruthy();
  expect(calls.getByText('weather')).toBeTruthy();
  const check = within(screen.getByRole('region', { name: 'Check of the answer' }));
  expect(check.getByText('The first answer was not sent, and another was written:')).toBeTruthy();
  expect(check.getByText('900')).toBeTruthy();
  expect(screen.getByText('acme/medium')).toBeTruthy();
  expect(screen.getByText('2.3 s')).toBeTruthy();
  expect(screen.getByText('$0.0015')).toBeTruthy();
});

test('a handover shows its reason and the summary for the staff', async () => {
  const summary = 'The client wants a refund for Friday.';
  await show({ outcome: 'handed_over', handoffReason: 'asked', summary, passages: [], calls: [], findings: [] });
  expect(screen.getByText(/handed over to a person\. By your reason/)).toBeTruthy();
  expect(screen.getByText(summary)).toBeTruthy();
  expect(screen.getByText('Nothing in the knowledge was near enough.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'What it did' })).toBeNull();
});
