import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Pages of reports: timelines of contacts, skipped messages with reasons, conversion. */
export const insightsRoom: Room = {
  texts: [],
  pages: [
    {
      path: '/contacts/$contactId',
      title: 'insights:contact.title',
      section: 'contacts',
      access: 'member',
      layout: 'shared',
      texts: ['insights', 'contacts', 'delivery', 'rules', 'senders', 'conversations'],
      load: screen('ContactPage'),
    },
    {
      path: '/insights',
      title: 'insights:results.title',
      access: 'member',
      layout: 'shared',
      texts: ['insights'],
      load: screen('InsightsPage'),
    },
    {
      path: '/insights/conversion',
      title: 'insights:conversion.title',
      hasScrollToTop: true,
      access: 'member',
      layout: 'shared',
      texts: ['insights', 'flows'],
      load: screen('ConversionPage'),
    },
    {
      path: '/conversion',
      title: 'insights:conversion.title',
      section: 'conversion',
      access: 'member',
      layout: 'shared',
      texts: ['insights', 'flows'],
      load: screen('ConversionPage'),
    },
    {
      path: '/insights/cohorts',
      title: 'insights:cohorts.title',
      section: 'insights',
      access: 'member',
      layout: 'shared',
      texts: ['insights'],
      load: screen('CohortsPage'),
    },
    {
      path: '/insights/returns',
      title: 'insights:returns.title',
      section: 'insights',
      access: 'member',
      layout: 'shared',
      texts: ['insights'],
      load: screen('ReturnsPage'),
    },
    {
      path: '/insights/rfm',
      title: 'insights:rfm.title',
      section: 'insights',
      access: 'member',
      layout: 'shared',
      texts: ['insights', 'contacts'],
      load: screen('RfmStartPage'),
    },
    {
      path: '/insights/rfm/$dashboardId',
      title: 'insights:rfm.title',
      section: 'insights',
      access: 'member',
      layout: 'shared',
      texts: ['insights', 'contacts'],
      load: screen('RfmPage'),
    },
    {
      path: '/insights/skips',
      title: 'insights:skips.title',
      access: 'member',
      layout: 'shared',
      texts: ['insights', 'delivery', 'rules', 'senders', 'conversations'],
      load: screen('SkipsPage'),
    },
  ],
};
