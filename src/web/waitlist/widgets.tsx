import { IconHourglass } from '@tabler/icons-react';
import type { Widget } from '#web/lib/pages/room.ts';
import { WaitlistLine } from './WaitlistLine.tsx';

export const waitlistWidgets: readonly Widget[] = [
  {
    key: 'waitlist',
    title: 'widget_entries:waitlist.title',
    text: 'widget_entries:waitlist.text',
    to: '/widgets/waitlist',
    Icon: IconHourglass,
    Figures: WaitlistLine,
    order: 40,
  },
];
