import type { Room } from '#web/lib/room.ts';

/** Flows played on what really happened. */
export const rehearsalsRoom: Room = {
  texts: ['rehearsals', 'flows', 'flowlist', 'delivery', 'why'],
  pages: [
    {
      path: '/flows/rehearsal',
      title: 'rehearsals.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./RehearsalsPage.tsx').then((m) => m.RehearsalsPage),
    },
    {
      path: '/flows/rehearsal/$rehearsalId',
      title: 'rehearsals.page',
      access: 'member',
      layout: 'shared',
      load: () => import('./RehearsalPage.tsx').then((m) => m.RehearsalPage),
    },
  ],
  actions: [{ label: 'rehearsals.start', to: '/flows/rehearsal?start=yes', access: 'member' }],
};
