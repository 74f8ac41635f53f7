import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { AnswerTemplate } from '#contract/conversations/answers.ts';
import type { ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import type { FileId } from '#contract/texts/calls.ts';
import { uploadFile } from '#web/texts/message/use-upload.ts';
import { call } from '#web/lib/api/api.ts';
import { CallUnreached, isRefused } from '#web/lib/api/call-errors.ts';
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts';
import { showItem } from '#web/conversations/use-thread.ts';

export type Attachment = {
  kind: 'image' | 'document' | 'media';
  name: string;
  sizeBytes: number;
  /** The picture in this browser; null for documents. */
  previewUrl: string | null;
  file: File;
};

/** An answer or a note on its way, drawn as a bubble at once. */
export type Pending = {
  /** Key of the bubble and of its sends: one id is sent once, however often it is tried. */
  requestId: string;
  conversationId: ConversationId;
  kind: 'answer' | 'note';
  /** ISO 8601. */
  at: string;
  text: string;
  attachment: Attachment | null;
  /** Set once the attachment is uploaded. */
  fileId: FileId | null;
  /** Name of the attachment that a reload lost before it was uploaded. */
  lostFile: string | null;
  template: AnswerTemplate | null;
  channelId: ChannelId | null;
  /** Newest item the page showed when it was written. */
  lastSeenId: string | null;
  /** `overtaken`: a colleague answered meanwhile, and the person decides. */
  state: 'sending' | 'failed' | 'overtaken';
  error: unknown;
};
type Written = Omit<Pending, 'state' | 'error' | 'fileId' | 'lostFile'>;

const STORE_KEY = 'conversations-outbox';
const NONE: readonly Pending[] = [];

let byConversation: ReadonlyMap<ConversationId, readonly Pending[]> = restored();
/** Answers of one conversation leave one after another, so that they arrive in their order. */
const queues = new Map<ConversationId, Promise<void>>();
const listeners = new Set<() => void>();

/** Bubbles of a conversation that the server has not confirmed, oldest first. */
export const useOutbox = (conversationId: ConversationId): readonly Pending[] =>
  useSyncExternalStore(subscribe, () => byConversation.get(conversationId) ?? NONE);

/** Draws the bubble and sends it; what fails keeps its text and says why. */
export function send(queryClient: QueryClient, written: Written): void {
  resendWhenOnline(queryClient);
  put({ ...written, fileId: null, lostFile: null, state: 'sending', error: null });
  enqueue(queryClient, written.conversationId, written.requestId, false);
}

/**
 * Sends what failed; without the file that a reload lost.
 *
 * @param evenIfAnswered a colleague's answer does not stop it
 */
export function sendAgain(queryClient: QueryClient, pending: Pending, evenIfAnswered: boolean): void {
  put({ ...pending, lostFile: null, state: 'sending', error: null });
  enqueue(queryClient, pending.conversationId, pending.requestId, evenIfAnswered);
}

/** Takes a bubble away that was not sent, so that its text and its file are edited. */
export function withdraw({ conversationId, requestId }: Pending): void {
  change(conversationId, (all) => all.filter((one) => one.requestId !== requestId));
}

let isResending = false;

/** From now on, what found no connection leaves as soon as there is one. */
function resendWhenOnline(queryClient: QueryClient): void {
  if (isResending) return;
  isResending = true;
  addEventListener('online', () => {
    for (const pending of [...byConversation.values()].flat())
      if (pending.error instanceof CallUnreached) sendAgain(queryClient, pending, false);
  });
}

function enqueue(
  queryClient: QueryClient,
  conversationId: ConversationId,
  requestId: string,
  evenIfAnswered: boolean,
): void {
  const before = queues.get(conversationId) ?? Promise.resolve();
  queues.set(
    conversationId,
    before.then(() => attempt(queryClient, conversationId, requestId, evenIfAnswered)),
  );
}

async function attempt(
  queryClient: QueryClient,
  conversationId: ConversationId,
  requestId: string,
  evenIfAnswered: boolean,
): Promise<void> {
  const pending = byConversation.get(conversationId)?.find((one) => one.requestId === requestId);
  if (!pending) return;
  try {
    const item = await post(pending, evenIfAnswered);
    showItem(queryClient, conversationId, item);
    withdraw(pending);
    if (pending.attachment?.previewUrl) URL.revokeObjectURL(pending.attachment.previewUrl);
  } catch (error) {
    const state = isRefused(error, 'conversation.answered_meanwhile') ? 'overtaken' : 'failed';
    const latest = byConversation.get(conversationId)?.find((one) => one.requestId === requestId) ?? pending;
    put({ ...latest, state, error });
  }
}

async function post(pending: Pending, evenIfAnswered: boolean): Promise<ThreadItem> {
  const { conversationId, requestId, kind, text, attachment, template, channelId, lastSeenId } = pending;
  const params = { conversationId };
  if (kind === 'note') {
    return call('POST /api/v1/conversations/:conversationId/notes', { params, body: { requestId, text } });
  }
  const fileId = pending.fileId ?? (attachment && (await uploadFile(attachment)).id);
  if (fileId) put({ ...pending, fileId });
  return call('POST /api/v1/conversations/:conversationId/messages', {
    params,
    body: {
      requestId,
      text: template ? '' : text,
      fileId,
      template,
      channelId,
      lastSeenId,
      evenIfAnswered,
    },
  });
}

function put(pending: Pending): void {
  change(pending.conversationId, (all) => {
    const isKnown = all.some(({ requestId }) => requestId === pending.requestId);
    return isKnown ? all.map((one) => (one.requestId === pending.requestId ? pending : one)) : [...all, pending];
  });
}

function change(conversationId: ConversationId, next: (all: readonly Pending[]) => readonly Pending[]): void {
  byConversation = new Map(byConversation).set(conversationId, next(byConversation.get(conversationId) ?? NONE));
  const stored = [...byConversation.values()].flat().map((one): Pending => {
    const lostFile = one.fileId ? null : (one.attachment?.name ?? one.lostFile);
    return { ...one, attachment: null, lostFile, error: null };
  });
  writeDraft(STORE_KEY, stored);
  for (const listener of listeners) listener();
}

/** Bubbles of this tab before it was reloaded: whether they were sent is not known, and their ids send them once. */
function restored(): ReadonlyMap<ConversationId, readonly Pending[]> {
  const draft = readDraft(STORE_KEY);
  const all = Array.isArray(draft) ? (draft as Pending[]) : []; // NOTE: written by `change` above
  return Map.groupBy(
    all.map((one): Pending => ({ ...one, state: one.state === 'overtaken' ? 'overtaken' : 'failed' })),
    ({ conversationId }) => conversationId,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
