import type { StoppedSender } from '#contract/channels/stops.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Counts due messages that wait, by channel. Implemented by delivery, which is a room above. */
export type CountDueMessages = (
  scope: TenantScope,
  channelIds: readonly ChannelId[],
  now: Temporal.Instant,
) => Promise<ReadonlyMap<ChannelId, number>>;

/** A sender that is on, with its own channels; none: it has those of the cabinet. */
export type SenderAtWork = StoppedSender & { channelIds: readonly ChannelId[] };

/** Lists the senders of one room that are on; supplied by the rooms above that send. */
export type ListSendersAtWork = (scope: TenantScope) => Promise<SenderAtWork[]>;

/** Counts messages planned for a channel. Implemented by delivery. */
export type CountPlannedMessages = (scope: TenantScope, channelId: ChannelId) => Promise<number>;
