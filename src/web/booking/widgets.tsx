import { IconCalendarCheck, IconCalendarPlus } from '@tabler/icons-react';
import type { Widget } from '#web/lib/pages/room.ts';
import { BookingLine } from './BookingLine.tsx';
import { VisitPageLine } from './VisitPageLine.tsx';

export const bookingWidgets: readonly Widget[] = [
  {
    key: 'visit',
    title: 'widget_entries:visit.title',
    text: 'widget_entries:visit.text',
    to: '/widgets/confirm/settings',
    Icon: IconCalendarCheck,
    Figures: VisitPageLine,
    order: 20,
  },
  {
    key: 'booking',
    title: 'widget_entries:booking.title',
    text: 'widget_entries:booking.text',
    to: '/widgets/booking',
    Icon: IconCalendarPlus,
    Figures: BookingLine,
    order: 30,
  },
];
