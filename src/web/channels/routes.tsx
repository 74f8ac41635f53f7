import { CHANNEL_KIND_NAMES, type ChannelKindName } from '#contract/channel-kinds.ts';
import type { Page, Room } from '#web/lib/room.ts';
import { CHANNEL_APPEARANCES } from './channel-appearances.ts';

/** The senders a cabinet owns: a page for each kind. */
export const channelsRoom: Room = {
  texts: ['channels'],
  pages: CHANNEL_KIND_NAMES.map(pageOf),
  actions: CHANNEL_KIND_NAMES.map((kind) => {
    const { texts, path } = CHANNEL_APPEARANCES[kind];
    return { label: `${texts}.connect`, to: path, access: 'owner' };
  }),
};

function pageOf(kind: ChannelKindName): Page {
  const { texts, path } = CHANNEL_APPEARANCES[kind];
  return {
    path,
    title: `${texts}.title`,
    section: 'accounts',
    access: 'member',
    layout: 'shared',
    load: async () => {
      const { ChannelsPage } = await import('./ChannelsPage.tsx');
      return () => <ChannelsPage kind={kind} />;
    },
  };
}
