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
      texts: ['auth', 'billing'],
      load: () => import('./users/UserPage.tsx').then((m) => m.UserPage),
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
