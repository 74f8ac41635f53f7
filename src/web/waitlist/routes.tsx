import type { Room } from '#web/lib/pages/room.ts';

/** The waiting list, and the times of cancelled visits that are offered to it. */
export const waitlistRoom: Room = {
  texts: ['waitlist'],
  pages: [
    {
      path: '/widgets/waitlist',
      title: 'waitlist:title',
      section: 'widgets',
      access: 'member',
      requires: 'notifications',
      layout: 'shared',
      texts: ['flows', 'texts'],
      load: () => import('./WaitlistPage.tsx').then((m) => m.WaitlistPage),
    },
  ],
  senders: [{ kind: 'waitlist', templateUse: { text: 'senders:waitlist.template_use', path: '/widgets/waitlist' } }],
  notices: () => import('./notices.ts').then((m) => m.waitlistNotices),
  widgets: () => import('./widgets.tsx').then((m) => m.waitlistWidgets),
};
