import type { ChannelId } from '#contract/channels/calls.ts';
import type { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import { getPassOnMinutes, listUsableChannels } from '#server/channels/storage/actions.ts';
import { announceLater } from '#server/platform/context/announcing.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { type TenantScope, withRetry, withSystem } from '#server/platform/database/db.ts';
import { queueDispatch } from '#server/delivery/planning/actions.ts';
import {
  listDownChannels,
  listOwnMinutes,
  listPassingChannels,
  passOnStuck,
  passOnUndelivered,
  putOffPassing,
  stopPassing,
} from '#server/delivery/ledger/cascade-queries.ts';
import { hasUnreadPayloads } from './unknown-outcome-queries.ts';
import {
  insertFormerSends,
  listMessagesPassedOn,
  type FormerSend,
  returnToFormerSends,
  updateFormerSends,
} from '#server/delivery/ledger/former-send-queries.ts';
import type { StatusUpdate } from './status-rules.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Returns each sender's minutes until the next channel: its own, or the cabinet's. Null: never. */
export async function minutesOfSenders(
  scope: TenantScope,
  senderIds: readonly SenderId[],
): Promise<Map<SenderId, number | null>> {
  if (senderIds.length === 0) return new Map();
  const own = await listOwnMinutes(scope, [...new Set(senderIds)]);
  const ofCabinet = await getPassOnMinutes(scope);
  return new Map(senderIds.map((id) => [id, (own.get(id) ?? ofCabinet) || null]));
}

/** Keeps attempts that failed, and returns those of their messages that an earlier channel had accepted to that channel. */
export async function fallBack(
  scope: ActionScope,
  failed: readonly FormerSend[],
  wasSent: readonly MessageId[],
): Promise<void> {
  const now = scope.clock.now();
  await insertFormerSends(scope, failed, now);
  await returnToFormerSends(scope, wasSent, { now });
}

/** Gives up the next attempt of messages that an earlier channel had accepted. */
export async function skipRemainingChannels(
  scope: ActionScope,
  given: readonly { id: MessageId; rule: DecisionRule }[],
): Promise<void> {
  if (given.length === 0) return;
  const rules = new Map(given.map(({ id, rule }) => [id, rule]));
  const unmade = await listMessagesPassedOn(scope, [...rules.keys()]);
  await fallBack(
    scope,
    unmade.map(({ messageId, channelId }) =>
      skippedAttempt(messageId, channelId, rules.get(messageId) ?? 'no_channel'),
    ),
    unmade.map(({ messageId }) => messageId),
  );
}

/** An attempt that is not made. */
export function skippedAttempt(messageId: MessageId, channelId: ChannelId, rule: DecisionRule): FormerSend {
  return {
    messageId,
    channelId,
    rule,
    addressId: null,
    recipient: null,
    providerMessageId: null,
    status: 'skipped',
    body: '',
    leftBy: null,
    sentButtons: [],
    errorText: null,
    acceptedAt: null,
    sentAt: null,
  };
}

/**
 * Notes statuses of attempts that their messages have left. A message that arrived there after all is not sent again
 * where it still waits, and goes on no more where it was.
 *
 * @returns the provider's ids that were found
 */
export async function noteLateStatuses(
  scope: ActionScope,
  channelId: ChannelId,
  updates: readonly StatusUpdate[],
): Promise<Set<string>> {
  if (updates.length === 0) return new Set();
  const late = await updateFormerSends(
    scope,
    channelId,
    updates.map(({ providerMessageId, times, failure }) => ({
      providerMessageId,
      sent: times.sent ?? null,
      delivered: times.delivered ?? null,
      read: times.read ?? null,
      failed: failure && { at: failure.at, text: failure.text ?? failure.code },
    })),
  );
  const arrived = late.filter(({ hasArrived }) => hasArrived).map(({ messageId }) => messageId);
  if (arrived.length > 0) {
    await stopPassing(scope, arrived);
    await returnToFormerSends(scope, arrived, { now: scope.clock.now(), ifUnsent: true });
  }
  return new Set(late.map(({ providerMessageId }) => providerMessageId));
}

/** Minutes until messages are looked at again: those of a channel that may not receive its statuses, or without a working next one. */
const PUT_OFF_MINUTES = 15;
/** The same while payloads are unread. */
const UNREAD_MINUTES = 1;

/** Moves messages of all cabinets to their next channels: those not delivered in time, and those a channel that is down cannot send. */
export async function passMessagesOn(ctx: Context): Promise<void> {
  const { passing, down } = await withSystem(ctx, async (scope) => ({
    passing: await listPassingChannels(scope, ctx.clock.now()),
    down: await listDownChannels(scope),
  }));
  for (const { tenantId, channelId } of passing) {
    while (await withRetry(ctx, tenantId, (scope) => passOn(scope, channelId)));
    announceLater(ctx, tenantId, 'delivery');
  }
  for (const { tenantId, channelId } of down) {
    const moved = await withRetry(ctx, tenantId, (scope) => leaveDown(scope, channelId));
    if (moved > 0) announceLater(ctx, tenantId, 'delivery');
  }
}

/**
 * Passes on what a channel has not delivered in time. A channel with a trouble, or with payloads that are unread, may
 * have delivered it without our knowledge: its messages wait. A removed one receives no more statuses: they stay with it.
 *
 * @returns whether there may be more
 */
async function passOn(scope: ActionScope, channelId: ChannelId): Promise<boolean> {
  const now = scope.clock.now();
  const channel = (await listUsableChannels(scope)).find(({ id }) => id === channelId);
  const isUnread = await hasUnreadPayloads(scope, channelId);
  if (channel?.state === 'Authorized' && !channel.hasTrouble && !isUnread) {
    const nextIds = await passOnUndelivered(scope, channelId, now);
    await queueAt(scope, nextIds, now);
    if (nextIds.length > 0) return true;
  }
  const until = channel ? now.add({ minutes: isUnread ? UNREAD_MINUTES : PUT_OFF_MINUTES }) : null;
  await putOffPassing(scope, channelId, { now, until });
  return false;
}

async function leaveDown(scope: ActionScope, channelId: ChannelId): Promise<number> {
  const now = scope.clock.now();
  const minutes = await getPassOnMinutes(scope);
  const moved = await passOnStuck(scope, channelId, { minutes, now });
  await queueAt(scope, moved, now);
  return moved.length;
}

function queueAt(scope: TenantScope, channelIds: readonly ChannelId[], dueAt: Temporal.Instant): Promise<void> {
  return queueDispatch(
    scope,
    channelIds.map((channelId) => ({ channelId, dueAt })),
  );
}
