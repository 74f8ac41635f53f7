import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Lists of contacts from files. */
export const importsRoom: Room = {
  texts: ['imports', 'contacts'],
  pages: [
    {
      path: '/contacts/import',
      title: 'imports:title',
      section: 'contacts',
      access: 'member',
      layout: 'shared',
      load: screen('ImportsPage'),
    },
    {
      path: '/contacts/import/$importId',
      title: 'imports:title',
      section: 'contacts',
      access: 'member',
      layout: 'shared',
      load: screen('ImportPage'),
    },
  ],
  actions: [{ label: 'imports:action', to: '/contacts/import', access: 'member' }],
};
