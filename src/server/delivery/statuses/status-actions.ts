import type { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { returnMessages } from '#server/billing/actions.ts';
import { getChannelForSending } from '#server/channels/storage/actions.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { queueDispatch } from '#server/delivery/planning/actions.ts';
import { fallBack, noteLateStatuses } from './cascade-actions.ts';
import { ruleOfRefusal } from './cascade-rules.ts';
import { followUnknownOutcomes } from './unknown-outcome-actions.ts';
import type { FormerSend } from '#server/delivery/ledger/former-send-queries.ts';
import { publish } from '#server/platform/events/transaction-events.ts';
import { applyEarlyStatusesJob, messagesRecorded } from '#server/delivery/jobs.ts';
import { actOnRefusals } from './refusal-actions.ts';
import {
  hasEarly,
  keepEarly,
  lockTracked,
  type MadeChange,
  saveStatuses,
  takeEarly,
  type TrackedMessage,
} from './status-queries.ts';
import { applyUpdate, groupStatuses, type StatusChange, type StatusEvent, type StatusUpdate } from './status-rules.ts';

export type InboundChannel = { id: ChannelId; kind: ChannelKind; traits: ChannelTraits };

/** Delay of the next attempt for statuses whose send is still being recorded. */
const EARLY_RETRY_MS = 2_000;

/** Applies a channel's statuses, in any order and any number of times. */
export async function applyStatuses(
  scope: ActionScope,
  channel: InboundChannel,
  events: readonly StatusEvent[],
): Promise<void> {
  if (events.length > 0) await apply(scope, channel, groupStatuses(events));
}

/** Applies statuses that came before their send was recorded. */
export async function applyEarlyStatuses(
  scope: ActionScope & { providers: ChannelProviders },
  channelId: ChannelId,
): Promise<void> {
  const sending = await getChannelForSending(scope, channelId);
  const provider = sending && scope.providers.get(sending.kind);
  if (!provider) return;
  const updates = await takeEarly(scope, channelId);
  if (updates.length > 0) await apply(scope, { id: channelId, kind: provider.kind, traits: provider.traits }, updates);
  if (await hasEarly(scope, channelId)) await scheduleRetry(scope, channelId);
}

async function apply(scope: ActionScope, channel: InboundChannel, updates: readonly StatusUpdate[]) {
  const now = scope.clock.now();
  const tracked = await lockTracked(scope, channel.id, updates);
  const changes = updates.flatMap((one) => {
    const message = tracked.get(one.providerMessageId);
    const change = message && applyUpdate(message, one, now);
    return message && change ? [madeOf(message, change)] : [];
  });
  const leaving = changes.flatMap(leavingSend);
  if (changes.length > 0) {
    await saveStatuses(scope, changes, now);
    const messageIds = changes.map(({ message: { id } }) => id);
    await publish(scope, messagesRecorded, { channelId: channel.id, messageIds });
    await fallBack(
      scope,
      leaving,
      changes.flatMap(({ message, returns }) => (returns ? [message.id] : [])),
    );
    const lost = changes.filter(({ message, change }) => change.status === 'failed' && message.isCounted);
    await returnMessages(scope, lost.length);
    const again = changes.filter(({ change, returns }) => change.status === 'planned' && !returns);
    await queueDispatch(
      scope,
      again.map(({ change }) => ({
        channelId: change.after?.moveTo?.channelId ?? channel.id,
        dueAt: change.after?.dueAt ?? now,
      })),
    );
    const refusals = changes.flatMap(({ message, change: { failure } }) =>
      failure
        ? [{ ...message, errorClass: failure.errorClass, code: failure.code, text: failure.text ?? failure.code ?? '' }]
        : [],
    );
    await actOnRefusals(scope, { channelId: channel.id, kind: channel.kind }, refusals);
    if (changes.some(({ message }) => message.status === 'unknown'))
      await followUnknownOutcomes(scope, channel.id, channel.traits);
  }
  const untracked = updates.filter((one) => !tracked.has(one.providerMessageId));
  const late = await noteLateStatuses(scope, channel.id, untracked);
  const early = untracked.filter((one) => one.reference === null && !late.has(one.providerMessageId));
  if (early.length === 0) return;
  await keepEarly(scope, channel.id, early);
  await scheduleRetry(scope, channel.id);
}

/** `returns`: it failed here, and goes back to an earlier channel that had accepted it. */
type Made = MadeChange & { returns: boolean };

function madeOf(message: TrackedMessage, change: StatusChange): Made {
  const returns = message.wasSent && change.status === 'failed';
  return { message, change: returns ? { ...change, status: 'planned' } : change, returns };
}

/** The send that a failed message leaves: for its next channel, or for an earlier one. */
function leavingSend({ message, change, returns }: Made): FormerSend[] {
  const { failure, after, providerMessageId } = change;
  if (!failure || (!after?.moveTo && !returns)) return [];
  const { id, channelId, addressId, recipient, body, content, sentButtons, acceptedAt, sentAt } = message;
  const rule = after?.reason ?? ruleOfRefusal(failure.errorClass);
  const send = { messageId: id, channelId, addressId, recipient, providerMessageId, status: 'failed' as const, rule };
  const words = { body, leftBy: content.leftBy, sentButtons, errorText: failure.text ?? failure.code };
  return [{ ...send, ...words, acceptedAt, sentAt }];
}

async function scheduleRetry(scope: ActionScope, channelId: ChannelId): Promise<void> {
  const runAt = scope.clock.now().add({ milliseconds: EARLY_RETRY_MS });
  await enqueue(scope, applyEarlyStatusesJob, { tenantId: scope.tenantId, channelId }, { runAt });
}
