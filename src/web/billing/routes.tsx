import type { Room } from '#web/lib/pages/room.ts';
import { followedPayLink } from './public/followed-link.ts';

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
      load: () => import('./PaymentsPage.tsx').then((m) => m.PaymentsPage),
    },
    {
      path: '/publicPayments',
      title: 'pays:public.title',
      access: 'public',
      layout: 'single',
      isHidden: true,
      texts: ['pays'],
      load: () => import('./public/PublicPaymentPage.tsx').then((m) => m.PublicPaymentPage),
    },
    {
      path: '/payments/subscriptions',
      title: 'billing:renewals.title',
      section: 'payments',
      access: 'member',
      layout: 'shared',
      load: () => import('./subscriptions/SubscriptionsPage.tsx').then((m) => m.SubscriptionsPage),
    },
  ],
  notices: () => import('./notices.ts').then((m) => m.billingNotices),
};
