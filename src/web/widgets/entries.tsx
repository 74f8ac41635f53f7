import {
  IconCalendarCheck,
  IconCalendarPlus,
  IconHourglass,
  IconLink,
  IconPalette,
  IconQrcode,
  IconStars,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { BookingLine } from '#web/booking/BookingLine.tsx';
import { LinkFiguresLine, QrPageFiguresLine } from './LinkFiguresLine.tsx';
import { ReviewFiguresLine } from './ReviewFiguresLine.tsx';
import { VisitPageLine } from './VisitPageLine.tsx';
import { WaitlistLine } from './WaitlistLine.tsx';

type Widget = {
  /** Key of its texts: `widgets:entry.<key>`. */
  key: 'review' | 'visit' | 'booking' | 'waitlist' | 'link' | 'qr' | 'appearance';
  to: string;
  Icon: typeof IconLink;
  /** Its state and figures, in one line. */
  Figures?: ComponentType;
};

/** All widgets, in the order they are shown. A room adds its own here. */
export const WIDGETS: readonly Widget[] = [
  { key: 'review', to: '/widgets/review', Icon: IconStars, Figures: ReviewFiguresLine },
  { key: 'visit', to: '/widgets/confirm/settings', Icon: IconCalendarCheck, Figures: VisitPageLine },
  { key: 'booking', to: '/widgets/booking', Icon: IconCalendarPlus, Figures: BookingLine },
  { key: 'waitlist', to: '/widgets/waitlist', Icon: IconHourglass, Figures: WaitlistLine },
  { key: 'link', to: '/short-link', Icon: IconLink, Figures: LinkFiguresLine },
  { key: 'qr', to: '/widgets/qr', Icon: IconQrcode, Figures: QrPageFiguresLine },
  { key: 'appearance', to: '/widgets/appearance', Icon: IconPalette },
];
