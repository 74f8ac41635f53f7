import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import {
  type CustomerEvent,
  getChannelForSending,
  noteChannelInbound,
  type ParsedPayload,
  takePayloads,
} from '#server/channels/storage/actions.ts';
import type { ChannelProvider, ChannelProviders, Credentials } from '#server/channels/port.ts';
import { readWebhookJob } from '#server/channels/jobs.ts';
import { receiveBlock, receiveMessage } from '#server/conversations/inbound/actions.ts';
import {
  receiveDeletion,
  receiveEdit,
  receiveMarketingChoice,
  receiveNewNumber,
} from '#server/conversations/inbound/change-actions.ts';
import { receiveOwnMessage } from '#server/conversations/work/own-message-actions.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { isTransient } from '#server/platform/database/db-errors.ts';
import { withRetry, withTenant, type Scoped } from '#server/platform/database/db.ts';
import { CLAIMED_PAUSE_MS, finishInbox, hasUnread, type InboxId, takeInbox } from '#server/platform/webhooks/inbox.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announceLater } from '#server/platform/context/announcing.ts';
import { type InboundEvent, inReadingOrder } from './inbound-rules.ts';
import { createOptOutFinder, type OptOutFinder } from './opt-out-finder.ts';
import { applyStatuses, type InboundChannel } from '#server/delivery/statuses/status-actions.ts';

// NOTE: a process: it calls an outside service between transactions.

type ReadContext = Context & { providers: ChannelProviders };

const PAYLOADS_PER_BATCH = 100;
/** A batch leaves what it has not read after this time, so that an opt-out that came meanwhile need not wait. */
const BATCH_MS = 200;
/** After this time a run frees its worker and queues itself again. */
const MAX_RUN_MS = 2_000;

/**
 * Reads a channel's payloads until none wait: statuses of our messages, contacts' messages, and contacts who blocked
 * us. Payloads are read in batches; one that cannot be processed is set aside alone. While some wait, those of
 * contacts who opt out are read before the others. Payloads that another transaction has claimed are come back for: it
 * may be that of a process that died.
 */
export async function readWebhooks(
  ctx: ReadContext,
  tenantId: TenantId,
  channelId: ChannelId,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + MAX_RUN_MS;
  const optOuts = createOptOutFinder();
  for (let atOnce = PAYLOADS_PER_BATCH; ;) {
    try {
      const { isMore, batch } = await withRetry(ctx, tenantId, (scope) => readBatch(scope, channelId, atOnce));
      await conclude(ctx, tenantId, batch);
      if (!isMore) return;
      atOnce = PAYLOADS_PER_BATCH;
      await readOptOuts(ctx, { tenantId, channelId }, optOuts);
      if (signal.aborted || performance.now() > endsAt) return await readLater(ctx, tenantId, channelId);
    } catch (error) {
      if (isTransient(error)) throw error;
      ctx.log.error({ err: error, channelId, atOnce }, 'posts of a channel could not be acted on');
      if (atOnce === 1) await putAside(ctx, tenantId, channelId, error);
      atOnce = 1;
    }
  }
}

async function readLater(ctx: ReadContext, tenantId: TenantId, channelId: ChannelId): Promise<void> {
  await withTenant(ctx, tenantId, (scope) => enqueue(scope, readWebhookJob, { tenantId, channelId }));
}

/** Reads the payloads of contacts who opt out. Those that cannot be acted on are left to be read in their order. */
async function readOptOuts(
  ctx: ReadContext,
  { tenantId, channelId }: { tenantId: TenantId; channelId: ChannelId },
  optOuts: OptOutFinder,
): Promise<void> {
  const found = await withRetry(ctx, tenantId, (scope) => optOuts.find(scope, channelId));
  for (const ids of found) {
    const reading = withRetry(ctx, tenantId, (scope) => readBatch(scope, channelId, ids));
    const { batch } = await reading.catch((error: unknown) => {
      if (isTransient(error)) throw error;
      return { batch: null };
    });
    await conclude(ctx, tenantId, batch);
  }
}

type InboundBatch = { provider: ChannelProvider; credentials: Credentials; events: CustomerEvent[] };

/** @returns `isMore`: the batch was full, or its time was over */
async function readBatch(
  scope: Scoped<ReadContext>,
  channelId: ChannelId,
  wanted: number | readonly InboxId[],
): Promise<{ isMore: boolean; batch: InboundBatch | null }> {
  const sending = await getChannelForSending(scope, channelId);
  const provider = sending && scope.providers.get(sending.kind);
  if (!provider) return { isMore: false, batch: null };
  const payloads = await takePayloads(scope, channelId, wanted);
  const channel = { id: channelId, kind: provider.kind, traits: provider.traits };
  const unread = await act(scope, channel, { payloads, withinMs: typeof wanted === 'number' ? BATCH_MS : Infinity });
  const done = payloads.filter((payload) => !unread.has(payload));
  await finishInbox(scope, idsOf(done), 'done', null);
  const events = done.flatMap((payload) => payload.events);
  // Last, because it locks the channel's row, which dispatch needs.
  if (events.some(({ kind }) => kind === 'message')) await noteChannelInbound(scope, channelId, scope.clock.now());
  const isMore = payloads.length === wanted || unread.size > 0;
  if (!isMore && typeof wanted === 'number' && (await hasUnread(scope, channelId))) await readClaimed(scope, channelId);
  return { isMore, batch: { provider, credentials: sending.credentials, events } };
}

async function readClaimed(scope: ActionScope, channelId: ChannelId): Promise<void> {
  const runAt = scope.clock.now().add({ milliseconds: CLAIMED_PAUSE_MS });
  await enqueue(scope, readWebhookJob, { tenantId: scope.tenantId, channelId }, { runAt });
}

const idsOf = (payloads: readonly ParsedPayload[]) => payloads.map(({ inboxId }) => inboxId);

/**
 * Applies statuses first: a reply received with them may answer their message.
 *
 * @returns the payloads that wait for the next batch, because the time of this one was over; reading them again
 * repeats nothing
 */
async function act(
  scope: ActionScope,
  channel: InboundChannel,
  { payloads, withinMs }: { payloads: readonly ParsedPayload[]; withinMs: number },
): Promise<Set<ParsedPayload>> {
  const statuses = payloads.flatMap(({ events }) => events.filter((event) => event.kind === 'status'));
  await applyStatuses(scope, channel, statuses);
  const endsAt = performance.now() + withinMs;
  const unread = new Set<ParsedPayload>();
  for (const { payload, event } of inReadingOrder(payloads)) {
    if (performance.now() > endsAt) unread.add(payload);
    else await receive(scope, channel, event);
  }
  return unread;
}

async function receive(scope: ActionScope, channel: InboundChannel, event: InboundEvent): Promise<void> {
  switch (event.kind) {
    case 'message':
      if (event.isEdit && (await receiveEdit(scope, channel, event))) return;
      await receiveMessage(scope, channel, event);
      return;
    case 'own_message':
      return receiveOwnMessage(scope, channel, event);
    case 'deleted':
      return receiveDeletion(scope, channel, event);
    case 'marketing_stopped':
    case 'marketing_resumed':
      return receiveMarketingChoice(scope, channel, event);
    case 'number_changed':
      return receiveNewNumber(scope, channel, event);
    default:
      return receiveBlock(scope, channel, event);
  }
}

async function conclude(ctx: ReadContext, tenantId: TenantId, batch: InboundBatch | null): Promise<void> {
  await acknowledge(batch);
  if (batch && batch.events.length > 0) announceLater(ctx, tenantId, 'delivery');
}

/** Failures are ignored: at worst the contact's button looks busy for a moment longer. */
async function acknowledge(batch: InboundBatch | null): Promise<void> {
  const { acknowledge: acknowledgeEvent } = batch?.provider ?? {};
  if (!batch || !acknowledgeEvent) return;
  await Promise.allSettled(batch.events.map((event) => acknowledgeEvent(batch.credentials, event)));
}

async function putAside(ctx: Context, tenantId: TenantId, channelId: ChannelId, error: unknown): Promise<void> {
  await withTenant(ctx, tenantId, async (scope) => {
    const [row] = await takeInbox(scope, channelId, 1);
    if (row) await finishInbox(scope, [row.id], 'failed', error instanceof Error ? error.message : String(error));
  });
}
