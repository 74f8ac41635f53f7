import type { ChannelId } from '#contract/channels/calls.ts';
import type { UsableChannel } from '#server/channels/storage/actions.ts';
import type { SenderAtWork } from '#server/channels/senders-port.ts';

/** Senders that have the channel, and no other that works; by title. */
export function stoppedWithout(
  channelId: ChannelId,
  senders: readonly SenderAtWork[],
  channels: readonly Pick<UsableChannel, 'id' | 'state'>[],
): SenderAtWork[] {
  const working = channels.filter(({ id, state }) => id !== channelId && state === 'Authorized').map(({ id }) => id);
  const stops = ({ channelIds: own }: SenderAtWork) =>
    own.length === 0 ? working.length === 0 : own.includes(channelId) && !own.some((id) => working.includes(id));
  return senders.filter(stops).toSorted((a, b) => a.title.localeCompare(b.title));
}
