import type { Room } from '#web/lib/room.ts';

/** What became of all of it: the story of each customer, and who got no message and why. */
export const insightsRoom: Room = {
  texts: ['insights', 'contacts', 'delivery', 'conversations'],
  pages: [
    {
      path: '/contacts/$contactId',
      title: 'insights.contact.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./ContactPage.tsx').then((m) => m.ContactPage),
    },
    {
      path: '/insights/skips',
      title: 'insights.skips.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./SkipsPage.tsx').then((m) => m.SkipsPage),
    },
  ],
};
