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
      texts: ['billing'],
      load: () => import('./users/UsersPage.tsx').then((m) => m.UsersPage),
    },
    {
      path: '/admin/users/$userId',
      title: 'admin:user.title',
      access: 'admin',
      layout: 'shared',
      texts: ['auth'],
      load: () => import('./users/UserPage.tsx').then((m) => m.UserPage),
    },
    {
      path: '/admin/users/$userId/diagnostics',
      title: 'admin:diagnosis.title',
      access: 'admin',
      layout: 'shared',
      texts: ['channels', 'connections', 'conversations', 'delivery', 'rules', 'senders'],
      load: () => import('./diagnostics/DiagnosticsPage.tsx').then((m) => m.DiagnosticsPage),
    },
    {
      path: '/admin/status/{-$companyId}',
      title: 'admin:status.title',
      access: 'admin',
      layout: 'shared',
      texts: ['connections'],
      load: () => import('./status/StatusPage.tsx').then((m) => m.StatusPage),
    },
    {
      path: '/admin/newClients',
      title: 'admin:clients.title',
      access: 'admin',
      layout: 'shared',
      load: () => import('./clients/ClientsPage.tsx').then((m) => m.ClientsPage),
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
