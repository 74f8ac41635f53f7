import type { Room } from '#web/lib/pages/room.ts';

/** Pages of the operator's people, across cabinets. */
export const adminRoom: Room = {
  texts: ['admin', 'operations'],
  pages: [
    {
      path: '/admin/outgoing',
      title: 'operations:outgoing.title',
      access: 'admin',
      layout: 'shared',
      texts: ['delivery', 'rules'],
      load: () => import('./outgoing/OutgoingPage.tsx').then((m) => m.OutgoingPage),
    },
    {
      path: '/admin/instances',
      title: 'operations:instances.title',
      access: 'admin',
      layout: 'shared',
      texts: ['channels'],
      load: () => import('./instances/InstancesPage.tsx').then((m) => m.InstancesPage),
    },
    {
      path: '/admin/health',
      title: 'operations:health.title',
      access: 'admin',
      layout: 'shared',
      load: () => import('./health/HealthPage.tsx').then((m) => m.HealthPage),
    },
    {
      path: '/admin/users',
      title: 'admin:users.title',
      access: 'admin',
      layout: 'shared',
      load: () => import('./users/UsersPage.tsx').then((m) => m.UsersPage),
    },
    {
      path: '/admin/users/$userId',
      title: 'admin:user.title',
      access: 'admin',
      layout: 'shared',
      texts: ['auth', 'billing', 'pays'],
      load: () => import('./users/UserPage.tsx').then((m) => m.UserPage),
    },
    {
      path: '/admin/pays',
      title: 'pays:all',
      access: 'admin',
      layout: 'shared',
      texts: ['billing', 'pays'],
      load: () => import('./pays/PaysPage.tsx').then((m) => m.PaysPage),
    },
    {
      path: '/admin/managers',
      title: 'admin:people.title',
      access: 'admin',
      layout: 'shared',
      load: () => import('./people/PeoplePage.tsx').then((m) => m.PeoplePage),
    },
    {
      path: '/admin/promocodes',
      title: 'admin:promo.title',
      access: 'admin',
      layout: 'shared',
      texts: ['billing'],
      load: () => import('./promo-codes/PromoCodesPage.tsx').then((m) => m.PromoCodesPage),
    },
    {
      path: '/admin/promocodes/create',
      title: 'admin:promo.create',
      access: 'super_admin',
      layout: 'shared',
      texts: ['billing'],
      load: () => import('./promo-codes/CreatePromoCodePage.tsx').then((m) => m.CreatePromoCodePage),
    },
  ],
};
