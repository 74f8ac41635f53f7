import type { Room } from '#web/lib/pages/room.ts';

/** Flows played on what really happened. */
export const rehearsalsRoom: Room = {
  texts: ['rehearsal', 'flows', 'delivery', 'rules'],
  pages: [
    {
      path: '/flows/rehearsal',
      title: 'rehearsal:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./RehearsalsPage.tsx').then((m) => m.RehearsalsPage),
    },
    {
      path: '/flows/rehearsal/$rehearsalId',
      title: 'rehearsal:page',
      section: 'flows',
      access: 'member',
      layout: 'shared',
      load: () => import('./RehearsalPage.tsx').then((m) => m.RehearsalPage),
    },
  ],
  actions: [{ label: 'rehearsal:start', to: '/flows/rehearsal?start=yes', access: 'member' }],
  notices: () => import('./notices.ts').then((m) => m.rehearsalNotices),
};
