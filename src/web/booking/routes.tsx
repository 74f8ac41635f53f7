import type { Room } from '#web/lib/pages/room.ts';

/** Pages of bookings, and the ways to book. */
export const bookingRoom: Room = {
  texts: ['booking'],
  pages: [
    {
      path: '/widgets/confirm/settings',
      title: 'booking:visit.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: () => import('./VisitPageSettingsPage.tsx').then((m) => m.VisitPageSettingsPage),
    },
    {
      path: '/widgets/booking',
      title: 'booking:button.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: () => import('./BookingButtonsPage.tsx').then((m) => m.BookingButtonsPage),
    },
    {
      path: '/widgets/booking/new',
      title: 'booking:button.new',
      section: 'widgets',
      access: 'owner',
      layout: 'shared',
      isHidden: true,
      load: () => import('./BookingButtonPage.tsx').then((m) => m.NewBookingButtonPage),
    },
    {
      path: '/widgets/booking/requests',
      title: 'booking:request.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: () => import('./TableRequestsPage.tsx').then((m) => m.TableRequestsPage),
    },
    {
      path: '/widgets/booking/$buttonId',
      title: 'booking:button.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: () => import('./BookingButtonPage.tsx').then((m) => m.BookingButtonPage),
    },
  ],
  actions: [{ label: 'booking:button.new', to: '/widgets/booking/new', access: 'owner' }],
  senders: [{ kind: 'booking' }],
  notices: () => import('./notices.ts').then((m) => m.bookingNotices),
  widgets: () => import('./widgets.tsx').then((m) => m.bookingWidgets),
};
