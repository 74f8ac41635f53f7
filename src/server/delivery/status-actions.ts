import type { ChannelId, ChannelKind } from '#contract/channels.ts';
import type { TenantId } from '#contract/tenants.ts';
import { returnMessages } from '#server/billing/actions.ts';
import { getChannelForSending } from '#server/channels/actions.ts';
import type { ChannelTraits } from '#contract/channel-kind.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { queueDispatch } from './actions.ts';
import { noteDoubts } from './doubt-actions.ts';
import { applyEarlyStatusesJob } from './jobs.ts';
import { actOnRefusals } from './refusal-actions.ts';
import { hasEarly, keepEarly, lockTracked, saveStatuses, takeEarly } from './status-queries.ts';
import { applyUpdate, groupStatuses, type StatusEvent, type StatusUpdate } from './status-rules.ts';

type NotifyContext = Pick<Context, 'clock' | 'log' | 'subscriptions'>;
export type InboundChannel = { id: ChannelId; kind: ChannelKind; traits: ChannelTraits };

/** Delay of the next attempt for statuses whose send is still being recorded. */
const EARLY_RETRY_MS = 2_000;

/** Applies a channel's statuses, in any order and any number of times. */
export async function applyStatuses(
  ctx: NotifyContext,
  scope: TenantScope,
  channel: InboundChannel,
  events: readonly StatusEvent[],
): Promise<void> {
  if (events.length > 0) await apply(ctx, scope, channel, groupStatuses(events));
}

/** Applies statuses that came before their send was recorded. */
export async function applyEarlyStatuses(
  ctx: Context & { providers: ChannelProviders },
  tenantId: TenantId,
  channelId: ChannelId,
): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const sending = await getChannelForSending(ctx, scope, channelId);
    const provider = sending && ctx.providers.get(sending.kind);
    if (!provider) return;
    const updates = await takeEarly(scope, channelId);
    if (updates.length > 0)
      await apply(ctx, scope, { id: channelId, kind: provider.kind, traits: provider.traits }, updates);
    if (await hasEarly(scope, channelId)) await scheduleRetry(ctx, scope, channelId);
  });
}

async function apply(
  ctx: NotifyContext,
  scope: TenantScope,
  channel: InboundChannel,
  updates: readonly StatusUpdate[],
) {
  const now = ctx.clock.now();
  const tracked = await lockTracked(scope, channel.id, updates);
  const changes = updates.flatMap((one) => {
    const message = tracked.get(one.providerMessageId);
    const change = message && applyUpdate(message, one, now);
    return change ? [{ message, change }] : [];
  });
  if (changes.length > 0) {
    await saveStatuses(scope, changes, now);
    const lost = changes.filter(({ message, change }) => change.status === 'failed' && message.isCounted);
    await returnMessages(scope, lost.length);
    const again = changes.filter(({ change }) => change.status === 'planned');
    await queueDispatch(
      scope,
      again.map(({ change }) => ({
        channelId: change.after?.moveTo?.channelId ?? channel.id,
        dueAt: change.after?.dueAt ?? now,
      })),
    );
    const refusals = changes.flatMap(({ message, change: { failure } }) =>
      failure ? [{ ...message, errorClass: failure.errorClass, text: failure.text ?? failure.code ?? '' }] : [],
    );
    await actOnRefusals(ctx, scope, { channelId: channel.id, kind: channel.kind }, refusals);
    if (changes.some(({ message }) => message.status === 'unknown'))
      await noteDoubts(ctx, scope, channel.id, channel.traits);
  }
  const early = updates.filter((one) => one.reference === null && !tracked.has(one.providerMessageId));
  if (early.length === 0) return;
  await keepEarly(scope, channel.id, early);
  await scheduleRetry(ctx, scope, channel.id);
}

async function scheduleRetry(ctx: NotifyContext, scope: TenantScope, channelId: ChannelId): Promise<void> {
  const runAt = ctx.clock.now().add({ milliseconds: EARLY_RETRY_MS });
  await enqueue(scope, applyEarlyStatusesJob, { tenantId: scope.tenantId, channelId }, { runAt });
}
