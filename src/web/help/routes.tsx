import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** A short knowledge base about the product. */
export const helpRoom: Room = {
  texts: ['help'],
  pages: [
    {
      path: '/help',
      title: 'help:title',
      access: 'member',
      layout: 'shared',
      load: screen('HelpPage'),
    },
    {
      path: '/help/$name',
      title: 'help:title',
      access: 'member',
      layout: 'shared',
      load: screen('ArticlePage'),
    },
  ],
};
