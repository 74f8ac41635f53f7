import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { messagesAdded } from '#server/billing/jobs.ts';
import { channelRemoved, channelRestored } from '#server/channels/jobs.ts';
import { repliedTo } from '#server/conversations/jobs.ts';
import { defineEvent, defineSubscriber } from '#server/platform/events/events.ts';
import { defineTransactionEvent } from '#server/platform/events/transaction-events.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Sends what is due on one channel. Its queue is the channel, so one job at a time runs per channel. */
export const dispatchChannelJob = defineJob({
  name: 'delivery.dispatch-channel',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  queue: ({ channelId }) => channelId,
  key: ({ channelId }) => `dispatch:${channelId}`,
});

/** Resolves messages of one channel with an unknown outcome whose time for a status has passed. */
export const resolveUnknownOutcomesJob = defineJob({
  name: 'delivery.settle-doubts',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  key: ({ channelId }) => `doubts:${channelId}`,
});

/** Applies statuses that came before their send was recorded. */
export const applyEarlyStatusesJob = defineJob({
  name: 'delivery.apply-early-statuses',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  key: ({ channelId }) => `early-statuses:${channelId}`,
});

/** Requests the statuses of messages on one channel whose provider does not post them, or may have posted in vain. */
export const pollStatusesJob = defineJob({
  name: 'delivery.poll-statuses',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  queue: ({ channelId }) => `polls:${channelId}`,
  key: ({ channelId }) => `poll-statuses:${channelId}`,
  maxAttempts: 3,
});

/** A pause of sending has ended: wakes the channels where messages are due. */
export const wakePausedJob = defineJob({
  name: 'delivery.wake-paused',
  payload: z.object({ pauseId: z.uuid() }),
  key: ({ pauseId }) => `wake-paused:${pauseId}`,
});

/** Messages may be sent again after a top-up: wakes the channels where some wait. */
export const releaseQuotaJob = defineSubscriber({ name: 'delivery.release-quota', on: [messagesAdded] });

/** A contact wrote: the message they answer is marked as replied. */
export const markRepliedJob = defineSubscriber({ name: 'delivery.mark-replied', on: [repliedTo] });

/** Wakes a channel that works again; a removed one too, because its due messages move to the next one. */
export const wakeChannelJob = defineSubscriber({
  name: 'delivery.wake-channel',
  on: [channelRestored, channelRemoved],
});

/**
 * Emitted when contacts clicked a link of a message for the first time. In the transaction that counts the click: figures
 * must not miss it.
 */
export const messagesClicked = defineTransactionEvent<{ contactIds: readonly ContactId[] }>(
  'delivery.messages_clicked',
);

/**
 * Emitted when messages were sent, got a status, or will not be sent. In the transaction that records it; most handlers
 * find nothing to do, and must be cheap.
 */
export const messagesRecorded = defineTransactionEvent<{ channelId: ChannelId; messageIds: readonly string[] }>(
  'delivery.messages_recorded',
);

/** The provider will never accept a sender's text. The room that owns the sender stops it and notifies the owner. */
export const contentRejected = defineEvent({
  name: 'delivery.content_rejected',
  facts: z.object({ senderId: SenderId, text: z.string() }),
});
