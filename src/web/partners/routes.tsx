import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

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
      load: screen('PartnerPage'),
    },
    {
      path: '/partners/promocode',
      title: 'partners:code.title',
      access: 'owner',
      layout: 'shared',
      feature: 'promocodes',
      load: screen('ReferralCodePage'),
    },
    {
      path: '/admin/payouts',
      title: 'partners:admin.title',
      access: 'admin',
      layout: 'shared',
      load: screen('PayoutsPage'),
    },
  ],
  notices: () => import('./notices.ts').then((m) => m.partnersNotices),
};
