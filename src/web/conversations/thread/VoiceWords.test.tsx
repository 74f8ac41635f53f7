import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ThreadFile } from '#contract/conversations/calls.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { VoiceWords } from './VoiceWords.tsx';

await startProduct();

async function show(transcript: ThreadFile['transcript']) {
  let requests = 0;
  const element = <VoiceWords transcript={transcript} onTranscribe={() => void (requests += 1)} />;
  const drawn = await draw(element, { texts: ['conversations'] });
  return { ...drawn, requests: () => requests };
}

test('a person has a voice message written down', async () => {
  const { user, requests } = await show(null);
  await user.click(await screen.findByRole('button', { name: 'Transcribe' }));
  expect(requests()).toBe(1);
});

test('the words say that a machine wrote them', async () => {
  await show({ state: 'written', text: 'When do you open?', trouble: null });
  expect(await screen.findByText('When do you open?')).toBeTruthy();
  expect(screen.getByText('Transcribed by a machine, may contain mistakes')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a failure says why, and is tried again where that may help', async () => {
  const { user, requests, unmount } = await show({ state: 'failed', text: '', trouble: 'failed' });
  expect(await screen.findByText('It could not be transcribed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(requests()).toBe(1);
  unmount();
  await show({ state: 'failed', text: '', trouble: 'too_long' });
  expect(await screen.findByText('The recording is too long: listen to it')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
