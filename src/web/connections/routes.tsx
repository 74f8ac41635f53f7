import type { Room } from '#web/lib/room.ts';

/** Booking systems and CRMs the cabinet is linked to. */
export const connectionsRoom: Room = {
  texts: ['connections'],
  pages: [
    {
      path: '/accounts/yclients',
      title: 'connections.yclients.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./YclientsPage.tsx').then((m) => m.YclientsPage),
    },
  ],
  actions: [{ label: 'connections.yclients.connect', to: '/accounts/yclients', access: 'owner' }],
};
