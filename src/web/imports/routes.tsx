import type { Room } from '#web/lib/pages/room.ts';

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
      load: () => import('./ImportsPage.tsx').then((m) => m.ImportsPage),
    },
    {
      path: '/contacts/import/$importId',
      title: 'imports:title',
      section: 'contacts',
      access: 'member',
      layout: 'shared',
      load: () => import('./ImportPage.tsx').then((m) => m.ImportPage),
    },
  ],
  actions: [{ label: 'imports:action', to: '/contacts/import', access: 'member' }],
};
