import type { ConversationSettings } from '#contract/conversations/work.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { addLine, noteSwitch, setNeedsPerson } from '#server/conversations/inbound/actions.ts';
import { noteLive } from '#server/conversations/threads/live-actions.ts';
import { type LockedThread, updateThread } from '#server/conversations/threads/queries.ts';
import { findSettings, putSettings } from '#server/conversations/inbound/settings-queries.ts';
import { queueSignal } from '#server/conversations/inbound/signal-actions.ts';

/**
 * A person wrote: bots are silent for the cabinet's time, nobody waits and nothing is unread. A thread that was set aside
 * is open again; nobody's becomes that member's.
 *
 * @param by the member; null: on the phone itself
 */
export async function takeByPerson(
  scope: ActionScope,
  thread: LockedThread,
  { by, channelId }: { by: MemberId | null; channelId: LockedThread['channelId'] },
): Promise<void> {
  const now = scope.clock.now();
  const { botSilenceMinutes } = await findSettings(scope);
  const isReopened = thread.state !== 'open';
  await updateThread(scope, thread.id, {
    talkChannelId: channelId,
    personWroteAt: now,
    botsSilentUntil: botSilenceMinutes === 0 ? null : now.add({ minutes: botSilenceMinutes }),
    unreadSince: null,
    ...(isReopened && { state: 'open', snoozedUntil: null }),
    ...(by !== null && thread.assigneeId === null && { assigneeId: by }),
  });
  if (isReopened) await addLine(scope, thread.id, { name: thread.state === 'snoozed' ? 'woken' : 'reopened' });
  await noteSwitch(scope, thread, { channelId, side: 'out' });
  await setNeedsPerson(scope, thread.id, null);
  if (by !== null) await queueSignal(scope, thread.id, 'read');
  noteLive(scope, { kind: 'changed', conversationId: thread.id, memberId: by });
}

export async function getSettings(scope: TenantScope): Promise<ConversationSettings> {
  return findSettings(scope);
}

export async function setSettings(scope: TenantScope, settings: ConversationSettings): Promise<ConversationSettings> {
  await putSettings(scope, settings);
  await announce(scope, 'conversations');
  return settings;
}
