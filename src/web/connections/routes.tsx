import type { Room } from '#web/lib/room.ts';

/** Booking systems and CRMs the cabinet is linked to. */
export const connectionsRoom: Room = {
  texts: ['connections', 'marketplace'],
  pages: [
    {
      path: '/accounts/altegio',
      title: 'connections.altegio.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./VendorPage.tsx').then((m) => m.AltegioPage),
    },
    {
      path: '/accounts/yclients',
      title: 'connections.yclients.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./VendorPage.tsx').then((m) => m.YclientsPage),
    },
  ],
  actions: [
    { label: 'connections.yclients.connect', to: '/accounts/yclients', access: 'owner' },
    { label: 'connections.altegio.connect', to: '/accounts/altegio', access: 'owner' },
  ],
};
