import { IconStars } from '@tabler/icons-react';
import type { Widget } from '#web/lib/pages/room.ts';
import { ReviewFiguresLine } from './ReviewFiguresLine.tsx';

export const reviewsWidgets: readonly Widget[] = [
  {
    key: 'review',
    title: 'widget_entries:review.title',
    text: 'widget_entries:review.text',
    to: '/widgets/review',
    Icon: IconStars,
    Figures: ReviewFiguresLine,
    order: 10,
  },
];
