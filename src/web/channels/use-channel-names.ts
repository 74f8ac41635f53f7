import type { ChannelId } from '#contract/channels/calls.ts';
import { channelName } from './channel-names.ts';
import { useChannels } from './use-channels.ts';

type Named = { id: ChannelId | null; title: string };

/** Returns a function that names a channel: with its kind where another one has the same title. */
export function useChannelNames(): (channel: Named) => string {
  const { data = [] } = useChannels();
  return ({ id, title }) => {
    const known = data.find((channel) => channel.id === id);
    return known ? channelName(known, data) : title;
  };
}
