import { z } from 'zod';
import { ChannelId } from '#contract/channels.ts';
import { TenantId } from '#contract/tenants.ts';
import { defineEvent } from '#server/platform/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Reads what a channel's provider posted. One at a time per channel, so that a customer's messages keep their order. */
export const readWebhookJob = defineJob({
  name: 'channels.read-hook',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  queue: ({ channelId }) => `hooks:${channelId}`,
  key: ({ channelId }) => `read-hook:${channelId}`,
  priority: -1,
});

/** Asks the provider how a channel is, and reads its templates. */
export const checkChannelJob = defineJob({
  name: 'channels.check',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  key: ({ channelId }) => `check-channel:${channelId}`,
  maxAttempts: 3,
  priority: 5,
});

/** A channel that could not send can again. */
export const channelRestored = defineEvent({
  name: 'channels.restored',
  facts: z.object({ channelId: ChannelId }),
});

/** A channel was disconnected; what waited on it must wait for another or lapse. */
export const channelRemoved = defineEvent({
  name: 'channels.removed',
  facts: z.object({ channelId: ChannelId }),
});

/** Templates of a channel appeared, went, or may be sent no more, or again. */
export const templatesChanged = defineEvent({
  name: 'channels.templates_changed',
  facts: z.object({ channelId: ChannelId }),
});
