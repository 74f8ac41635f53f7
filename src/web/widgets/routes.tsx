import type { Room } from '#web/lib/room.ts';

/** Pages that contacts open outside the cabinet, with their figures. */
export const widgetsRoom: Room = {
  texts: ['widgets', 'reviews', 'booking', 'links', 'waitlist'],
  pages: [
    {
      path: '/widgets',
      title: 'widgets:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./WidgetsPage.tsx').then((m) => m.WidgetsPage),
    },
  ],
};
