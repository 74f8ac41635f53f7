import type { Room } from '#web/lib/pages/room.ts';

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
      load: () => import('./contact/ContactPage.tsx').then((m) => m.ContactPage),
    },
    {
      path: '/insights',
      title: 'insights:results.title',
      access: 'member',
      layout: 'shared',
      texts: ['insights'],
      load: () => import('./results/InsightsPage.tsx').then((m) => m.InsightsPage),
    },
    {
      path: '/insights/conversion',
      title: 'insights:conversion.title',
      hasScrollToTop: true,
      access: 'member',
      layout: 'shared',
      texts: ['insights', 'flows'],
      load: () => import('./conversion/ConversionPage.tsx').then((m) => m.ConversionPage),
    },
    {
      path: '/conversion',
      title: 'insights:conversion.title',
      section: 'conversion',
      access: 'member',
      layout: 'shared',
      texts: ['insights', 'flows'],
      load: () => import('./conversion/ConversionPage.tsx').then((m) => m.ConversionPage),
    },
    {
      path: '/insights/cohorts',
      title: 'insights:cohorts.title',
      section: 'insights',
      access: 'member',
      layout: 'shared',
      texts: ['insights'],
      load: () => import('./returning/CohortsPage.tsx').then((m) => m.CohortsPage),
    },
    {
      path: '/insights/returns',
      title: 'insights:returns.title',
      section: 'insights',
      access: 'member',
      layout: 'shared',
      texts: ['insights'],
      load: () => import('./returning/ReturnsPage.tsx').then((m) => m.ReturnsPage),
    },
    {
      path: '/insights/skips',
      title: 'insights:skips.title',
      access: 'member',
      layout: 'shared',
      texts: ['insights', 'delivery', 'rules', 'senders', 'conversations'],
      load: () => import('./skips/SkipsPage.tsx').then((m) => m.SkipsPage),
    },
  ],
};
