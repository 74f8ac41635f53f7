import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineEvent } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/**
 * Processes the payloads of a channel's provider. One at a time per channel, so that a contact's messages keep their
 * order.
 */
export const readWebhookJob = defineJob({
  name: 'channels.read-hook',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  queue: ({ channelId }) => `hooks:${channelId}`,
  key: ({ channelId }) => `read-hook:${channelId}`,
  priority: -1,
  isUrgent: true,
});

/** Checks a channel with its provider, and reads its templates. */
export const checkChannelJob = defineJob({
  name: 'channels.check',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  key: ({ channelId }) => `check-channel:${channelId}`,
  maxAttempts: 3,
  priority: 5,
});

/** Follows the session of a paired channel: how far its pairing is, and whether it receives anything. */
export const followSessionJob = defineJob({
  name: 'channels.follow-session',
  payload: z.object({ tenantId: TenantId, channelId: ChannelId }),
  key: ({ channelId }) => `follow-session:${channelId}`,
  queue: ({ channelId }) => `session:${channelId}`,
  maxAttempts: 2,
});

/** Emitted when a channel that could not send can again. */
export const channelRestored = defineEvent({
  name: 'channels.restored',
  facts: z.object({ channelId: ChannelId }),
});

/** Emitted when a channel was disconnected; its waiting messages use another channel or are cancelled. */
export const channelRemoved = defineEvent({
  name: 'channels.removed',
  facts: z.object({ channelId: ChannelId }),
});

/** Emitted when templates of a channel are added, removed, or change whether they may be sent. */
export const templatesChanged = defineEvent({
  name: 'channels.templates_changed',
  facts: z.object({ channelId: ChannelId }),
});
