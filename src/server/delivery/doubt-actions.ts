import type { ChannelId } from '#contract/channels.ts';
import type { MessageId } from '#contract/delivery.ts';
import type { TenantId } from '#contract/tenants.ts';
import { getChannelForSending } from '#server/channels/actions.ts';
import type { ChannelTraits } from '#contract/channel-kind.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { queueDispatch } from './actions.ts';
import { countDoubts, hasUnreadPayloads, resendSilent, settleByPerson } from './doubt-queries.ts';
import { settleDoubtsJob } from './jobs.ts';
import { findMessageStatus } from './queries.ts';

type Telling = Pick<Context, 'clock' | 'log' | 'subscriptions'>;

/** So long after the time for a sign has passed, posts that were not read yet are waited for. */
const UNREAD_RETRY_MS = 5_000;

/** Sees to messages that just fell into doubt: plans when they settle, or tells the cabinet's people. */
export async function noteDoubts(
  ctx: Telling,
  scope: TenantScope,
  channelId: ChannelId,
  traits: Pick<ChannelTraits, 'echoesReference' | 'settlesWithinMs'>,
): Promise<void> {
  const { tenantId } = scope;
  const settlesWithinMs = traits.echoesReference ? traits.settlesWithinMs : null;
  const doubts = await countDoubts(scope, channelId, settlesWithinMs);
  const now = ctx.clock.now();
  if (doubts.nextInMs !== null) {
    const runAt = now.add({ milliseconds: Math.ceil(doubts.nextInMs) });
    await enqueue(scope, settleDoubtsJob, { tenantId, channelId }, { runAt });
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
 * Settles what can settle itself on a channel: where our reference comes back with every status, what gave no sign in
 * its time was never accepted and leaves again. Mailings stay for a person; so does all of a channel that tells nothing.
 */
export async function settleDoubts(
  ctx: Context & { providers: ChannelProviders },
  tenantId: TenantId,
  channelId: ChannelId,
): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const channel = await getChannelForSending(ctx, scope, channelId);
    const traits = channel && ctx.providers.get(channel.kind)?.traits;
    if (!traits) return;
    if (traits.echoesReference) {
      const now = ctx.clock.now();
      if (await hasUnreadPayloads(scope, channelId)) {
        const runAt = now.add({ milliseconds: UNREAD_RETRY_MS });
        return enqueue(scope, settleDoubtsJob, { tenantId, channelId }, { runAt });
      }
      const resent = await resendSilent(scope, channelId, traits.settlesWithinMs, now);
      if (resent > 0) await queueDispatch(scope, [{ channelId, dueAt: now }]);
    }
    await noteDoubts(ctx, scope, channelId, traits);
    await announce(scope, 'delivery');
  });
}

/** A person says what became of a message in doubt: it arrived, or it is to be sent once more. */
export async function settleMessage(
  ctx: MemberContext,
  id: MessageId,
  as: 'arrived' | 'send_again',
): Promise<Record<string, never>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const now = ctx.clock.now();
    const channelId = await settleByPerson(scope, id, as, now);
    if (!channelId) {
      const status = await findMessageStatus(scope, id);
      throw status ? new Problem('message.wrong_status', { status }) : new Problem('message.not_found');
    }
    if (as === 'send_again') await queueDispatch(scope, [{ channelId, dueAt: now }]);
    const left = await countDoubts(scope, channelId, null);
    if (left.forPerson === 0) await resolveNotice(scope, now, `in_doubt:${channelId}`);
    await announce(scope, 'delivery');
    return {};
  });
}
