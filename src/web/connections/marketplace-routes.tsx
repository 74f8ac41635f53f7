import type { Room } from '#web/lib/pages/room.ts';

/** Where vendors' marketplaces send owners. */
export const marketplaceRoom: Room = {
  texts: ['connections', 'auth'],
  pages: [
    {
      path: '/account/register/yclients/$applicationId',
      title: 'connections:marketplace.title',
      access: 'public',
      layout: 'single',
      load: () => import('./marketplace/MarketplacePage.tsx').then((m) => m.RegisterYclientsPage),
    },
    {
      path: '/account/register/altegio/$applicationId',
      title: 'connections:marketplace.title',
      access: 'public',
      layout: 'single',
      load: () => import('./marketplace/MarketplacePage.tsx').then((m) => m.RegisterAltegioPage),
    },
    {
      path: '/accounts/connect/ycompany',
      title: 'connections:marketplace.title',
      access: 'public',
      layout: 'single',
      isHidden: true,
      load: () => import('./marketplace/MarketplacePage.tsx').then((m) => m.ConnectCompanyPage),
    },
  ],
};
