import type { ChannelId } from '#contract/channels.ts';
import type { TenantId } from '#contract/tenants.ts';
import {
  type CustomerEvent,
  getChannelForSending,
  noteChannelInbound,
  type ParsedPayload,
  takePayloads,
} from '#server/channels/actions.ts';
import type { ChannelProvider, ChannelProviders, Credentials } from '#server/channels/port.ts';
import { receiveBlock, receiveMessage } from '#server/conversations/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { isTransient } from '#server/platform/db-errors.ts';
import { type TenantScope, withRetry, withTenant } from '#server/platform/db.ts';
import { finishInbox, takeInbox } from '#server/platform/inbox.ts';
import { announceLater } from './announcing.ts';
import { applyStatuses, type InboundChannel } from './status-actions.ts';

type ReadContext = Context & { providers: ChannelProviders };

const PAYLOADS_PER_BATCH = 100;

/**
 * Reads a channel's payloads until none wait: statuses of our messages, contacts' messages, and contacts who blocked
 * us. Payloads are read in batches; one that cannot be processed is set aside alone.
 */
export async function readWebhooks(
  ctx: ReadContext,
  tenantId: TenantId,
  channelId: ChannelId,
  signal: AbortSignal,
): Promise<void> {
  let atOnce = PAYLOADS_PER_BATCH;
  while (!signal.aborted) {
    try {
      const { isMore, batch } = await withRetry(ctx.db, tenantId, (scope) => readBatch(ctx, scope, channelId, atOnce));
      await acknowledge(batch);
      if (batch && batch.events.length > 0) announceLater(ctx, tenantId);
      if (!isMore) return;
      atOnce = PAYLOADS_PER_BATCH;
    } catch (error) {
      if (isTransient(error)) throw error;
      ctx.log.error({ err: error, channelId, atOnce }, 'posts of a channel could not be acted on');
      if (atOnce === 1) await putAside(ctx, tenantId, channelId, error);
      atOnce = 1;
    }
  }
}

type InboundBatch = { provider: ChannelProvider; credentials: Credentials; events: CustomerEvent[] };

async function readBatch(
  ctx: ReadContext,
  scope: TenantScope,
  channelId: ChannelId,
  atOnce: number,
): Promise<{ isMore: boolean; batch: InboundBatch | null }> {
  const sending = await getChannelForSending(ctx, scope, channelId);
  const provider = sending && ctx.providers.get(sending.kind);
  if (!provider) return { isMore: false, batch: null };
  const { payloads, isMore } = await takePayloads(ctx, scope, channelId, atOnce);
  const events = payloads.flatMap((payload) => payload.events);
  await act(ctx, scope, { id: channelId, kind: provider.kind, traits: provider.traits }, events);
  await finishInbox(scope, idsOf(payloads), 'done', null);
  // Last, because it locks the channel's row, which dispatch needs.
  if (events.some(({ kind }) => kind === 'message')) await noteChannelInbound(scope, channelId, ctx.clock.now());
  return { isMore, batch: { provider, credentials: sending.credentials, events } };
}

const idsOf = (payloads: readonly ParsedPayload[]) => payloads.map(({ inboxId }) => inboxId);

/**
 * Applies statuses first: a reply received with them may answer their message. Messages are ordered by their own
 * time, not in the order of the payloads; within one second, by arrival.
 */
async function act(ctx: Context, scope: TenantScope, channel: InboundChannel, events: readonly CustomerEvent[]) {
  await applyStatuses(
    ctx,
    scope,
    channel,
    events.filter((event) => event.kind === 'status'),
  );
  const inbound = events.filter((event) => event.kind !== 'status');
  for (const event of inbound.toSorted((a, b) => secondOf(a) - secondOf(b))) {
    if (event.kind === 'message') await receiveMessage(ctx, scope, channel, event);
    else await receiveBlock(ctx, scope, channel, event);
  }
}

/** Providers report whole seconds. */
const secondOf = ({ at }: Pick<CustomerEvent, 'at'>) => Math.floor(at.epochMilliseconds / 1_000);

/** Failures are ignored: at worst the contact's button looks busy for a moment longer. */
async function acknowledge(batch: InboundBatch | null): Promise<void> {
  const { acknowledge: acknowledgeEvent } = batch?.provider ?? {};
  if (!batch || !acknowledgeEvent) return;
  await Promise.allSettled(batch.events.map((event) => acknowledgeEvent(batch.credentials, event)));
}

async function putAside(ctx: Context, tenantId: TenantId, channelId: ChannelId, error: unknown): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const [row] = await takeInbox(scope, channelId, 1);
    if (row) await finishInbox(scope, [row.id], 'failed', error instanceof Error ? error.message : String(error));
  });
}
