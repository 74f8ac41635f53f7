import { randomUUID } from 'node:crypto';
import type { ConversationId } from '#contract/conversations/calls.ts';
import {
  addLine,
  endSilence,
  getThreadOwner,
  lockConversation,
  setNeedsPerson,
} from '#server/conversations/inbound/actions.ts';
import { listUnhandled, setHandled } from '#server/conversations/inbound/inbound-queries.ts';
import { findSettings } from '#server/conversations/inbound/settings-queries.ts';
import { insertNote, insertSearched } from '#server/conversations/threads/entry-queries.ts';
import { noteLive } from '#server/conversations/threads/live-actions.ts';
import { updateThread } from '#server/conversations/threads/queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';

/** Adds a note of a person who is no member. The caller takes care that it is added once. */
export async function addOutsideNote(
  scope: ActionScope,
  id: ConversationId,
  { text, name }: { text: string; name: string },
): Promise<void> {
  const { id: conversationId } = await getThreadOwner(scope, id);
  const at = scope.clock.now();
  const note = await insertNote(scope, conversationId, { requestId: randomUUID(), text, by: { id: null, name }, at });
  await insertSearched(scope, { id: note.id, conversationId, direction: 'inner', text, at });
  noteLive(scope, { kind: 'message', conversationId, itemId: note.id, direction: 'inner' });
}

/** Ends a conversation because it was ended where people answer it; what nobody answered yet needs no answer. */
export async function closeOutside(scope: ActionScope, id: ConversationId): Promise<void> {
  const thread = await lockConversation(scope, id);
  if (thread.state === 'closed') return;
  const unanswered = await listUnhandled(scope, thread.id);
  const ids = unanswered.map((message) => message.id);
  await setHandled(scope, ids, scope.clock.now());
  await setNeedsPerson(scope, thread.id, null);
  await updateThread(scope, thread.id, { state: 'closed', snoozedUntil: null, unreadSince: null });
  await addLine(scope, thread.id, { name: 'closed' });
  noteLive(scope, { kind: 'changed', conversationId: thread.id });
}

/** Has bots leave a conversation to people for the cabinet's time, although none of them wrote. */
export async function leaveToPeople(scope: ActionScope, id: ConversationId): Promise<void> {
  const thread = await lockConversation(scope, id);
  const { botSilenceMinutes } = await findSettings(scope);
  const until = scope.clock.now().add({ minutes: Math.max(1, botSilenceMinutes) });
  await updateThread(scope, thread.id, { botsSilentUntil: until });
  noteLive(scope, { kind: 'changed', conversationId: thread.id });
}

/** Gives a conversation back to the bots: they answer again, and it waits for nobody. */
export async function giveToBots(scope: ActionScope, id: ConversationId): Promise<void> {
  const thread = await lockConversation(scope, id);
  if (thread.botsSilentUntil !== null) await endSilence(scope, thread.id);
  await setNeedsPerson(scope, thread.id, null);
}
