import type { ChannelKindName } from '#contract/channels/kinds.ts';

/** The kind of the channels that are inboxes of a desk. */
export const DESK_CHANNEL_KIND = 'chatwoot' as const satisfies ChannelKindName;
