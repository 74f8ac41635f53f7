import { z } from 'zod';
import { ChannelId } from '#contract/channels.ts';
import { SenderId } from '#contract/senders.ts';
import { TenantId } from '#contract/tenants.ts';
import { defineEvent, EventPayload } from '#server/platform/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Sends what is due on one channel. Its queue is the channel, so one job at a time runs per channel. */
export const dispatchChannelJob = defineJob({
  name: 'delivery.dispatch-channel',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  queue: ({ channelId }) => channelId,
  key: ({ channelId }) => `dispatch:${channelId}`,
});

/** Resolves messages of one channel with an unknown outcome whose time for a status has passed. */
export const settleDoubtsJob = defineJob({
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

/** Messages may be sent again after a top-up: wakes the channels where some wait. */
export const releaseQuotaJob = defineJob({ name: 'delivery.release-quota', payload: EventPayload });

/** A contact wrote: the message they answer is marked as replied. */
export const markRepliedJob = defineJob({ name: 'delivery.mark-replied', payload: EventPayload });

/** A channel works again: its waiting messages are sent. */
export const wakeChannelJob = defineJob({ name: 'delivery.wake-channel', payload: EventPayload });

/** The provider will never accept a sender's text. The room that owns the sender stops it and notifies the owner. */
export const contentRejected = defineEvent({
  name: 'delivery.content_rejected',
  facts: z.object({ senderId: SenderId, text: z.string() }),
});
