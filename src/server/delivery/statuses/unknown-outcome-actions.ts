import type { MemberScope, ActionScope } from '#server/platform/context/context.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import { getChannelForSending } from '#server/channels/storage/actions.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { queueDispatch } from '#server/delivery/planning/actions.ts';
import { countUnknownOutcomes, hasUnreadPayloads, resendSilent, settleByPerson } from './unknown-outcome-queries.ts';
import { resolveUnknownOutcomesJob } from '#server/delivery/jobs.ts';
import { findMessageStatus } from '#server/delivery/ledger/queries.ts';

/** Delay of the next attempt while webhook payloads that may hold a status are still unread. */
const UNREAD_RETRY_MS = 5_000;

/** Handles messages whose outcome just became unknown: schedules their resolution, or notifies the tenant's members. */
export async function followUnknownOutcomes(
  scope: ActionScope,
  channelId: ChannelId,
  traits: Pick<ChannelTraits, 'echoesReference' | 'settlesWithinMs'>,
): Promise<void> {
  const { tenantId } = scope;
  const settlesWithinMs = traits.echoesReference ? traits.settlesWithinMs : null;
  const doubts = await countUnknownOutcomes(scope, channelId, settlesWithinMs);
  const now = scope.clock.now();
  if (doubts.nextInMs !== null) {
    const runAt = now.add({ milliseconds: Math.ceil(doubts.nextInMs) });
    await enqueue(scope, resolveUnknownOutcomesJob, { tenantId, channelId }, { runAt });
  }
  const key = `in_doubt:${channelId}`;
  if (doubts.forPerson === 0) {
    await resolveNotice(scope, now, key);
    return;
  }
  const params = { channelId, count: doubts.forPerson };
  await raiseNotice(scope, now, { kind: 'in_doubt', key, severity: 'attention', params });
}

/**
 * Resolves unknown outcomes on a channel whose statuses always carry our reference: a message without a status in its
 * time was never accepted and is sent again. Messages to many wait for a member; so do all messages of a channel without
 * statuses.
 */
export async function resolveUnknownOutcomes(
  scope: ActionScope & { providers: ChannelProviders },
  channelId: ChannelId,
): Promise<void> {
  const channel = await getChannelForSending(scope, channelId);
  const traits = channel && scope.providers.get(channel.kind)?.traits;
  if (!traits) return;
  if (traits.echoesReference) {
    const now = scope.clock.now();
    if (await hasUnreadPayloads(scope, channelId)) {
      const runAt = now.add({ milliseconds: UNREAD_RETRY_MS });
      return enqueue(scope, resolveUnknownOutcomesJob, { tenantId: scope.tenantId, channelId }, { runAt });
    }
    const resent = await resendSilent(scope, channelId, traits.settlesWithinMs, now);
    if (resent > 0) await queueDispatch(scope, [{ channelId, dueAt: now }]);
  }
  await followUnknownOutcomes(scope, channelId, traits);
  await announce(scope, 'delivery');
}

/** Records a member's answer about an unknown outcome: the message arrived, or is to be sent once more. */
export async function settleMessage(
  scope: MemberScope,
  id: MessageId,
  as: 'arrived' | 'send_again',
): Promise<Record<string, never>> {
  const now = scope.clock.now();
  const channelId = await settleByPerson(scope, id, as, now);
  if (!channelId) {
    const status = await findMessageStatus(scope, id);
    throw status ? new Problem('message.wrong_status', { status }) : new Problem('message.not_found');
  }
  if (as === 'send_again') await queueDispatch(scope, [{ channelId, dueAt: now }]);
  const left = await countUnknownOutcomes(scope, channelId, null);
  if (left.forPerson === 0) await resolveNotice(scope, now, `in_doubt:${channelId}`);
  await announce(scope, 'delivery');
  return {};
}
