import type { Room } from '#web/lib/pages/room.ts';

/** Members' wishes for the product. */
export const ideasRoom: Room = {
  texts: ['ideas'],
  pages: [
    {
      path: '/ideas',
      title: 'ideas:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./IdeasPage.tsx').then((m) => m.IdeasPage),
    },
    {
      path: '/admin/ideas',
      title: 'ideas:admin.title',
      access: 'admin',
      layout: 'shared',
      load: () => import('./admin/AllIdeasPage.tsx').then((m) => m.AllIdeasPage),
    },
  ],
  notices: () => import('./notices.ts').then((m) => m.ideasNotices),
};
