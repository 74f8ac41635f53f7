import type { Room } from '#web/lib/pages/room.ts';

/** A short knowledge base about the product. */
export const helpRoom: Room = {
  texts: ['help'],
  pages: [
    {
      path: '/help',
      title: 'help:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./HelpPage.tsx').then((m) => m.HelpPage),
    },
    {
      path: '/help/$name',
      title: 'help:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./ArticlePage.tsx').then((m) => m.ArticlePage),
    },
  ],
};
