import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

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
      load: screen('VisitPageSettingsPage'),
    },
    {
      path: '/widgets/booking',
      title: 'booking:button.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: screen('BookingButtonsPage'),
    },
    {
      path: '/widgets/booking/new',
      title: 'booking:button.new',
      section: 'widgets',
      access: 'owner',
      layout: 'shared',
      isHidden: true,
      load: screen('NewBookingButtonPage'),
    },
    {
      path: '/widgets/booking/requests',
      title: 'booking:request.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: screen('TableRequestsPage'),
    },
    {
      path: '/widgets/booking/$buttonId',
      title: 'booking:button.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: screen('BookingButtonPage'),
    },
  ],
  actions: [{ label: 'booking:button.new', to: '/widgets/booking/new', access: 'owner' }],
  senders: [{ kind: 'booking' }],
  notices: () => import('./notices.ts').then((m) => m.bookingNotices),
  widgets: () => import('./widgets.tsx').then((m) => m.bookingWidgets),
};
