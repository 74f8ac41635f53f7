import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Members' wishes for the product. */
export const ideasRoom: Room = {
  texts: ['ideas'],
  pages: [
    {
      path: '/ideas',
      title: 'ideas:title',
      access: 'member',
      layout: 'shared',
      load: screen('IdeasPage'),
    },
    {
      path: '/admin/ideas',
      title: 'ideas:admin.title',
      access: 'admin',
      layout: 'shared',
      load: screen('AllIdeasPage'),
    },
  ],
  notices: () => import('./notices.ts').then((m) => m.ideasNotices),
};
