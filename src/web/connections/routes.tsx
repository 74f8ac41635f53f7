import type { Room } from '#web/lib/room.ts';

/** Booking systems and CRMs the cabinet is linked to. */
export const connectionsRoom: Room = {
  texts: ['connections'],
  pages: [
    {
      path: '/accounts/altegio',
      title: 'connections:altegio.title',
      section: 'accounts',
      access: 'member',
      layout: 'shared',
      load: () => import('./VendorPage.tsx').then((m) => m.AltegioPage),
    },
    {
      path: '/accounts/iiko',
      title: 'connections:iiko.title',
      section: 'accounts',
      access: 'member',
      layout: 'shared',
      load: () => import('./IikoPage.tsx').then((m) => m.IikoPage),
    },
    {
      path: '/accounts/yclients',
      title: 'connections:yclients.title',
      section: 'accounts',
      access: 'member',
      layout: 'shared',
      load: () => import('./VendorPage.tsx').then((m) => m.YclientsPage),
    },
  ],
  actions: [
    { label: 'connections:yclients.connect', to: '/accounts/yclients', access: 'owner' },
    { label: 'connections:altegio.connect', to: '/accounts/altegio', access: 'owner' },
    { label: 'connections:iiko.connect', to: '/accounts/iiko', access: 'owner' },
  ],
};
