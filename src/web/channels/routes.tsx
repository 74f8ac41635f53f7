import { type ChannelKindName, OFFERED_KINDS } from '#contract/channels/kinds.ts';
import { type Page, type Room, screensOf } from '#web/lib/pages/room.ts';
import { CHANNEL_APPEARANCES } from './channel-appearances.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Kinds on the page of a kind, itself among them. */
const kindsBeside = (kind: ChannelKindName) =>
  OFFERED_KINDS.filter((one) => CHANNEL_APPEARANCES[one].path === CHANNEL_APPEARANCES[kind].path);

/** The senders a cabinet owns: a page for each kind, or a tab where kinds share a page. */
export const channelsRoom: Room = {
  texts: ['channels', 'senders', 'cascade'],
  pages: [
    {
      path: '/accounts',
      title: 'cascade:title',
      section: 'accounts',
      access: 'member',
      layout: 'shared',
      load: screen('AccountsPage'),
    },
    {
      path: '/accounts/connected',
      title: 'channels:partner.title',
      section: 'accounts',
      access: 'owner',
      layout: 'single',
      isHidden: true,
      load: screen('PartnerReturnPage'),
    },
    ...OFFERED_KINDS.filter((kind) => kindsBeside(kind)[0] === kind).map(pageOf),
  ],
  actions: OFFERED_KINDS.map((kind) => {
    const { texts, path } = CHANNEL_APPEARANCES[kind];
    const to = kindsBeside(kind).length > 1 ? `${path}?kind=${kind}` : path;
    return { label: `${texts}.connect`, to, access: 'owner' };
  }),
  notices: () => import('./notices.ts').then((m) => m.channelsNotices),
};

function pageOf(kind: ChannelKindName): Page {
  const { texts, path } = CHANNEL_APPEARANCES[kind];
  const kinds = kindsBeside(kind);
  return {
    path,
    title: `${texts}.title`,
    section: 'accounts',
    access: 'member',
    layout: 'shared',
    load: async () => {
      if (kinds.length === 1) {
        const { ChannelsPage } = await import('./list/ChannelsPage.tsx');
        return () => <ChannelsPage kind={kind} />;
      }
      const { ChannelTabs } = await import('./list/ChannelTabs.tsx');
      return () => <ChannelTabs kinds={kinds} />;
    },
  };
}
