import type { Room } from '#web/lib/pages/room.ts';

/** Referral links, rewards and payouts; and the operator's list of payouts. */
export const partnersRoom: Room = {
  texts: ['partners'],
  pages: [
    {
      path: '/partners/promocodes',
      title: 'partners:title',
      access: 'owner',
      layout: 'shared',
      feature: 'promocodes',
      load: () => import('./PartnerPage.tsx').then((m) => m.PartnerPage),
    },
    {
      path: '/partners/promocode',
      title: 'partners:code.title',
      access: 'owner',
      layout: 'shared',
      feature: 'promocodes',
      load: () => import('./ReferralCodePage.tsx').then((m) => m.ReferralCodePage),
    },
    {
      path: '/admin/payouts',
      title: 'partners:admin.title',
      access: 'admin',
      layout: 'shared',
      load: () => import('./admin/PayoutsPage.tsx').then((m) => m.PayoutsPage),
    },
  ],
  notices: () => import('./notices.ts').then((m) => m.partnersNotices),
};
