import type { Room } from '#web/lib/pages/room.ts';
import type { ScreenName } from './screens.ts';

/** The list of screens is no part of the first load: few people are of the operator. */
const screen = (name: ScreenName) => async () => (await import('./screens.ts')).SCREENS[name]();

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
      load: screen('OutgoingPage'),
    },
    {
      path: '/admin/instances',
      title: 'operations:instances.title',
      access: 'admin',
      layout: 'shared',
      texts: ['channels'],
      load: screen('InstancesPage'),
    },
    {
      path: '/admin/health',
      title: 'operations:health.title',
      access: 'admin',
      layout: 'shared',
      load: screen('HealthPage'),
    },
    {
      path: '/admin/users',
      title: 'admin:users.title',
      access: 'admin',
      layout: 'shared',
      texts: ['billing'],
      load: screen('UsersPage'),
    },
    {
      path: '/admin/users/$userId',
      title: 'admin:user.title',
      access: 'admin',
      layout: 'shared',
      texts: ['audit', 'auth', 'billing', 'pays'],
      load: screen('UserPage'),
    },
    {
      path: '/admin/pays',
      title: 'pays:all',
      access: 'admin',
      layout: 'shared',
      texts: ['billing', 'pays'],
      load: screen('PaysPage'),
    },
    {
      path: '/admin/users/$userId/diagnostics',
      title: 'admin:diagnosis.title',
      access: 'admin',
      layout: 'shared',
      texts: ['channels', 'connections', 'conversations', 'delivery', 'rules', 'senders'],
      load: screen('DiagnosticsPage'),
    },
    {
      path: '/admin/status/{-$companyId}',
      title: 'admin:status.title',
      access: 'admin',
      layout: 'shared',
      texts: ['connections'],
      load: screen('StatusPage'),
    },
    {
      path: '/admin/newClients',
      title: 'admin:clients.title',
      access: 'admin',
      layout: 'shared',
      load: screen('ClientsPage'),
    },
    {
      path: '/admin/users/$userId/audit',
      title: 'audit:title',
      access: 'admin',
      layout: 'shared',
      texts: ['audit'],
      load: screen('UserAuditPage'),
    },
    {
      path: '/admin/audit',
      title: 'audit:all_title',
      access: 'admin',
      layout: 'shared',
      texts: ['audit'],
      load: screen('AllAuditPage'),
    },
    {
      path: '/admin/support',
      title: 'audit:support.sessions',
      access: 'admin',
      layout: 'shared',
      texts: ['audit', 'auth'],
      load: screen('SupportPage'),
    },
    {
      path: '/admin/managers',
      title: 'admin:people.title',
      access: 'admin',
      layout: 'shared',
      load: screen('PeoplePage'),
    },
    {
      path: '/admin/promocodes',
      title: 'admin:promo.title',
      access: 'admin',
      layout: 'shared',
      texts: ['billing'],
      load: screen('PromoCodesPage'),
    },
    {
      path: '/admin/promocodes/create',
      title: 'admin:promo.create',
      access: 'super_admin',
      layout: 'shared',
      texts: ['billing'],
      load: screen('CreatePromoCodePage'),
    },
  ],
};
