import type { Conversation, ConversationId, ThreadEvent } from '#contract/conversations/calls.ts';
import type { Drafts } from '#contract/conversations/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { getMemberName } from '#server/auth/sign-in/actions.ts';
import { listColleagues } from '#server/auth/members/duty-actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import {
  addLine,
  getConversation,
  getThreadOwner,
  lockConversation,
  setNeedsPerson,
} from '#server/conversations/inbound/actions.ts';
import { deleteDraft, findDrafts, putDraft } from './draft-queries.ts';
import {
  type Author,
  insertLine,
  insertNote,
  insertSearched,
  removeNote,
} from '#server/conversations/threads/entry-queries.ts';
import { hasThreadFile, reopenThreadFile } from '#server/conversations/files/file-queries.ts';
import { requestTranscript } from '#server/conversations/files/transcript-actions.ts';
import { isVoice } from '#server/conversations/files/transcript-queries.ts';
import { fetchFileJob, noteAdded, wakeJob } from '#server/conversations/jobs.ts';
import { noteLive, publishTyping } from '#server/conversations/threads/live-actions.ts';
import { type LockedThread, updateThread } from '#server/conversations/threads/queries.ts';
import { emitClosed, emitReopened } from '#server/conversations/threads/state-actions.ts';
import { findSettings } from '#server/conversations/inbound/settings-queries.ts';
import { queueSignal } from '#server/conversations/inbound/signal-actions.ts';

/** Assigns a conversation; null takes the assignment back. @throws {Problem} `member.not_found` */
export async function assign(scope: MemberScope, id: ConversationId, memberId: MemberId | null): Promise<Conversation> {
  const thread = await lockConversation(scope, id);
  if (thread.assigneeId === memberId) return getConversation(scope, thread.id);
  const member = memberId && (await listColleagues(scope)).find((one) => one.id === memberId);
  if (memberId !== null && !member) throw new Problem('member.not_found');
  await updateThread(scope, thread.id, { assigneeId: memberId });
  const memberName = member ? member.name : null;
  return conclude(scope, thread, { event: { name: 'assigned', memberId, memberName }, assigneeId: memberId });
}

/** Ends a conversation: it waits for nobody, and nothing in it is unread. */
export async function close(scope: MemberScope, id: ConversationId): Promise<Conversation> {
  const thread = await lockConversation(scope, id);
  if (thread.state === 'closed') return getConversation(scope, thread.id);
  await setNeedsPerson(scope, thread.id, null);
  await updateThread(scope, thread.id, { state: 'closed', snoozedUntil: null, unreadSince: null });
  await emitClosed(scope, thread.id);
  return conclude(scope, thread, { event: { name: 'closed' } });
}

export async function reopen(scope: MemberScope, id: ConversationId): Promise<Conversation> {
  const thread = await lockConversation(scope, id);
  if (thread.state === 'open') return getConversation(scope, thread.id);
  await updateThread(scope, thread.id, { state: 'open', snoozedUntil: null });
  if (thread.state === 'closed') await emitReopened(scope, thread.id);
  return conclude(scope, thread, { event: { name: thread.state === 'snoozed' ? 'woken' : 'reopened' } });
}

/** Sets a conversation aside until a moment. @throws {Problem} `conversation.time_past` */
export async function snooze(scope: MemberScope, id: ConversationId, until: Temporal.Instant): Promise<Conversation> {
  const thread = await lockConversation(scope, id);
  if (!isAfter(until, scope.clock.now())) throw new Problem('conversation.time_past');
  await setNeedsPerson(scope, thread.id, null);
  await updateThread(scope, thread.id, { state: 'snoozed', snoozedUntil: until, unreadSince: null });
  const payload = { tenantId: scope.tenantId, conversationId: thread.id, until: until.toString() };
  await enqueue(scope, wakeJob, payload, { runAt: until });
  return conclude(scope, thread, { event: { name: 'snoozed', until: until.toString() } });
}

/** Returns a conversation from its snooze at the time it was set for; one that was set again has a job of its own. */
export async function wake(scope: ActionScope, id: ConversationId, until: string): Promise<void> {
  const thread = await lockConversation(scope, id);
  const { snoozedUntil } = await getConversation(scope, thread.id);
  if (thread.state !== 'snoozed' || snoozedUntil === null) return;
  if (!Temporal.Instant.from(snoozedUntil).equals(Temporal.Instant.from(until))) return;
  await updateThread(scope, thread.id, { state: 'open', snoozedUntil: null, unreadSince: scope.clock.now() });
  await addLine(scope, thread.id, { name: 'woken' });
  noteLive(scope, { kind: 'changed', conversationId: thread.id });
}

export async function setRead(scope: MemberScope, id: ConversationId, isRead: boolean): Promise<Conversation> {
  const thread = await lockConversation(scope, id);
  const conversation = await getConversation(scope, thread.id);
  if ((conversation.unreadSince === null) === isRead) return conversation;
  await updateThread(scope, thread.id, { unreadSince: isRead ? null : scope.clock.now() });
  if (isRead) await queueSignal(scope, thread.id, 'read');
  return conclude(scope, thread, {});
}

/** Silences bots from now for the cabinet's time, or lets them answer again. */
export async function silenceBots(scope: MemberScope, id: ConversationId, areSilent: boolean): Promise<Conversation> {
  const thread = await lockConversation(scope, id);
  const { botSilenceMinutes } = await findSettings(scope);
  const until = scope.clock.now().add({ minutes: Math.max(1, botSilenceMinutes) });
  await updateThread(scope, thread.id, { botsSilentUntil: areSilent ? until : null });
  const isBack = !areSilent && thread.botsSilentUntil !== null && isAfter(thread.botsSilentUntil, scope.clock.now());
  return conclude(scope, thread, isBack ? { event: { name: 'bots_back' } } : {});
}

/** Marks a conversation as answered on a member's request. */
export async function markAnswered(scope: MemberScope, id: ConversationId): Promise<void> {
  const thread = await getThreadOwner(scope, id);
  await setNeedsPerson(scope, thread.id, null);
}

/** Adds a line about a member's change, publishes it, and returns the conversation as it is now. */
async function conclude(
  scope: MemberScope,
  thread: LockedThread,
  { event, assigneeId }: { event?: ThreadEvent; assigneeId?: MemberId | null },
): Promise<Conversation> {
  const at = scope.clock.now();
  if (event) await insertLine(scope, thread.id, { event, by: await authorOf(scope), at });
  noteLive(scope, { kind: 'changed', conversationId: thread.id, memberId: scope.memberId, assigneeId });
  return getConversation(scope, thread.id);
}

export async function authorOf(scope: MemberScope): Promise<Author> {
  return { id: scope.memberId, name: await getMemberName(scope, scope.memberId) };
}

/** Adds a note; the same request adds it once. @returns its id */
export async function addNote(
  scope: MemberScope,
  id: ConversationId,
  { requestId, text }: { requestId: string; text: string },
): Promise<{ id: string; conversationId: ConversationId }> {
  const { id: conversationId } = await getThreadOwner(scope, id);
  const at = scope.clock.now();
  const note = await insertNote(scope, conversationId, { requestId, text, by: await authorOf(scope), at });
  if (note.isNew) {
    await insertSearched(scope, { id: note.id, conversationId, direction: 'inner', text, at });
    await deleteDraft(scope, { conversationId, memberId: scope.memberId, kind: 'note' });
    const { memberId } = scope;
    const facts = { conversationId, itemId: note.id };
    await emit(scope, noteAdded, { dedupeKey: note.id, facts, occurredAt: at });
    noteLive(scope, { kind: 'message', conversationId, itemId: note.id, direction: 'inner', memberId });
  }
  return { id: note.id, conversationId };
}

/** Deletes one's own note. @throws {Problem} `message.not_found` */
export async function deleteNote(scope: MemberScope, id: ConversationId, itemId: string): Promise<void> {
  const { id: conversationId } = await getThreadOwner(scope, id);
  const isGone = await removeNote(scope, { conversationId, id: itemId, memberId: scope.memberId });
  if (!isGone) throw new Problem('message.not_found');
  noteLive(scope, { kind: 'message', conversationId, itemId, direction: 'inner', memberId: scope.memberId });
}

/** Has a missing file fetched once more. @throws {Problem} `conversation.not_found`, `message.not_found` */
export async function retryFile(scope: ActionScope, id: ConversationId, messageId: string): Promise<void> {
  const { id: conversationId } = await getThreadOwner(scope, id);
  if (!(await hasThreadFile(scope, { conversationId, messageId }))) throw new Problem('message.not_found');
  if (!(await reopenThreadFile(scope, { conversationId, messageId }))) return;
  await enqueue(scope, fetchFileJob, { tenantId: scope.tenantId, messageId });
  noteLive(scope, { kind: 'message', conversationId, itemId: messageId });
}

/**
 * Has the words of a voice message written down.
 *
 * @throws {Problem} `conversation.not_found`, `message.not_found`
 */
export async function transcribeItem(scope: ActionScope, id: ConversationId, messageId: string): Promise<void> {
  const { id: conversationId } = await getThreadOwner(scope, id);
  if (!(await isVoice(scope, { conversationId, messageId }))) throw new Problem('message.not_found');
  await requestTranscript(scope, { conversationId, messageId });
}

/** Stores the caller's unsent words; empty ones are deleted. */
export async function saveDraft(
  scope: MemberScope,
  id: ConversationId,
  { kind, text }: { kind: 'answer' | 'note'; text: string },
): Promise<void> {
  const { id: conversationId } = await getThreadOwner(scope, id);
  const draft = { conversationId, memberId: scope.memberId, kind };
  if (text === '') await deleteDraft(scope, draft);
  else await putDraft(scope, draft, text, scope.clock.now());
}

export async function dropAnswerDraft(scope: MemberScope, conversationId: ConversationId): Promise<void> {
  await deleteDraft(scope, { conversationId, memberId: scope.memberId, kind: 'answer' });
}

/** The caller's unsent words in a conversation. */
export async function draftsOf(
  scope: TenantScope & Pick<MemberScope, 'memberId'>,
  conversationId: ConversationId,
): Promise<Drafts> {
  return findDrafts(scope, conversationId, scope.memberId);
}

/** Publishes that the caller is writing. */
export async function noteTyping(scope: MemberScope, id: ConversationId, kind: 'answer' | 'note'): Promise<void> {
  const { id: conversationId } = await getThreadOwner(scope, id);
  const { id: memberId, name } = await authorOf(scope);
  await publishTyping(scope, { conversationId, memberId, name, kind });
  if (kind === 'answer') await queueSignal(scope, conversationId, 'typing');
}
