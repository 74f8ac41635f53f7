import type { Room } from '#web/lib/pages/room.ts';

/** Announcements of the operator. */
export const announcementsRoom: Room = {
  texts: ['announcements'],
  pages: [
    {
      path: '/admin/news',
      title: 'announcements:title',
      access: 'admin',
      layout: 'shared',
      feature: 'news',
      texts: ['flows'],
      load: () => import('./AnnouncementsPage.tsx').then((m) => m.AnnouncementsPage),
    },
  ],
};
