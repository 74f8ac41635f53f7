import type { Room } from '#web/lib/pages/room.ts';

/** Pages of the operator's people, across cabinets. */
export const adminRoom: Room = {
  texts: ['admin'],
  pages: [
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
      texts: ['auth', 'audit'],
      load: () => import('./users/UserPage.tsx').then((m) => m.UserPage),
    },
    {
      path: '/admin/users/$userId/audit',
      title: 'audit:title',
      access: 'admin',
      layout: 'shared',
      texts: ['audit'],
      load: () => import('./support/UserAuditPage.tsx').then((m) => m.UserAuditPage),
    },
    {
      path: '/admin/audit',
      title: 'audit:all_title',
      access: 'admin',
      layout: 'shared',
      texts: ['audit'],
      load: () => import('./support/AllAuditPage.tsx').then((m) => m.AllAuditPage),
    },
    {
      path: '/admin/support',
      title: 'audit:support.sessions',
      access: 'admin',
      layout: 'shared',
      texts: ['audit', 'auth'],
      load: () => import('./support/SupportPage.tsx').then((m) => m.SupportPage),
    },
    {
      path: '/admin/managers',
      title: 'admin:people.title',
      access: 'admin',
      layout: 'shared',
      load: () => import('./people/PeoplePage.tsx').then((m) => m.PeoplePage),
    },
  ],
};
