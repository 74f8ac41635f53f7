import { act, renderHook, screen } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConversationId } from '#contract/conversations/calls.ts';
import { draw } from '#web/testing/draw.tsx';
import { PendingBubble } from '#web/conversations/thread/PendingBubble.tsx';
import type { Attachment, Pending } from './outbox.ts';

const conversationId = ConversationId.parse('01995d2e-0000-7000-8000-000000000001');
const plan = new File(['plan'], 'plan.pdf', { type: 'application/pdf' });
const attachment: Attachment = {
  kind: 'document',
  name: plan.name,
  sizeBytes: plan.size,
  previewUrl: null,
  file: plan,
};

let reloads = 0;

/** Sends an answer whose upload does not end, and reloads the page. */
async function sentAndReloaded(text: string): Promise<Pending> {
  const { fetch } = globalThis;
  onTestFinished(() => void (globalThis.fetch = fetch));
  globalThis.fetch = () => new Promise(() => undefined);
  const written = {
    conversationId,
    requestId: crypto.randomUUID(),
    kind: 'answer',
    at: '2026-03-02T08:00:00Z',
  } as const;
  const before = await reloadedOutbox();
  before.send(new QueryClient(), { ...written, text, attachment, template: null, channelId: null, lastSeenId: null });
  const after = await reloadedOutbox();
  globalThis.fetch = fetch;
  const { result } = renderHook(() => after.useOutbox(conversationId));
  return result.current.find(({ requestId }) => requestId === written.requestId) ?? expect.fail();
}

/** The module as a page that is loaded again has it. NOTE: other modules of the worker keep their state. */
function reloadedOutbox(): Promise<typeof import('./outbox.ts')> {
  reloads += 1;
  return import(/* @vite-ignore */ `${'./outbox.ts'}?reload=${reloads}`);
}

const drawn = (pending: Pending, onEdit = vi.fn<(pending: Pending, file?: File) => void>()) =>
  draw(<PendingBubble pending={pending} zone="UTC" onEdit={onEdit} />, { texts: ['conversations'] });

test('an answer whose file was not uploaded before a reload keeps its text, and the file is chosen again', async () => {
  const pending = await sentAndReloaded('Here is the plan');
  expect(pending).toMatchObject({ state: 'failed', text: 'Here is the plan', attachment: null, lostFile: 'plan.pdf' });
  const onEdit = vi.fn<(pending: Pending, file?: File) => void>();
  const { user, container } = await drawn(pending, onEdit);
  await screen.findByText('Here is the plan');
  await screen.findByText('plan.pdf');
  await screen.findByText(/choose it again/);
  screen.getByRole('button', { name: 'Send without the file' });
  screen.getByRole('button', { name: 'Choose the file' });
  await user.upload(container.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail(), plan);
  expect(onEdit).toHaveBeenCalledWith(pending, plan);
});

test('without a text there is nothing to send until the file is chosen again', async () => {
  await drawn(await sentAndReloaded(''));
  await screen.findByRole('button', { name: 'Choose the file' });
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
});

test('an answer written without a connection is sent once there is one', async () => {
  const { fetch } = globalThis;
  onTestFinished(() => void (globalThis.fetch = fetch));
  let isConnected = false;
  const requests: string[] = [];
  globalThis.fetch = async (_url, init) => {
    if (!isConnected) throw new TypeError('There is no connection.');
    requests.push(String(init?.body));
    return Response.json({ code: 'conversation.window_closed' }, { status: 409 });
  };
  const { send, useOutbox } = await import('./outbox.ts');
  const written = {
    conversationId,
    requestId: crypto.randomUUID(),
    kind: 'answer',
    at: '2026-03-02T08:00:00Z',
  } as const;
  const { result } = renderHook(() => useOutbox(conversationId));
  const bubble = () => result.current.find(({ requestId }) => requestId === written.requestId);
  act(() =>
    send(new QueryClient(), {
      ...written,
      text: 'Soon',
      attachment: null,
      template: null,
      channelId: null,
      lastSeenId: null,
    }),
  );
  await expect.poll(() => bubble()?.error).toMatchObject({ name: 'CallUnreached' });
  isConnected = true;
  act(() => void dispatchEvent(new Event('online')));
  await expect.poll(() => bubble()?.error).toMatchObject({ name: 'CallRefused' });
  expect(requests).toEqual([expect.stringContaining(written.requestId)]);
});
