import { IconPalette } from '@tabler/icons-react';
import type { Widget } from '#web/lib/pages/room.ts';

export const textsWidgets: readonly Widget[] = [
  {
    key: 'appearance',
    title: 'widget_entries:appearance.title',
    text: 'widget_entries:appearance.text',
    to: '/widgets/appearance',
    Icon: IconPalette,
    order: 70,
  },
];
