import { type Room, screensOf } from '#web/lib/pages/room.ts';
import { followedPayLink } from './public/followed-link.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Tariffs, balances and payments. */
export const billingRoom: Room = {
  texts: ['billing'],
  pages: [
    {
      path: '/payments',
      title: 'billing:title',
      section: 'payments',
      access: 'member',
      layout: 'shared',
      signedOutTo: followedPayLink,
      load: screen('PaymentsPage'),
    },
    {
      path: '/publicPayments',
      title: 'pays:public.title',
      access: 'public',
      layout: 'single',
      isHidden: true,
      texts: ['pays'],
      load: screen('PublicPaymentPage'),
    },
    {
      path: '/payments/subscriptions',
      title: 'billing:renewals.title',
      section: 'payments',
      access: 'member',
      layout: 'shared',
      load: screen('SubscriptionsPage'),
    },
  ],
  notices: () => import('./notices.ts').then((m) => m.billingNotices),
};
