import { IconLink, IconQrcode } from '@tabler/icons-react';
import type { Widget } from '#web/lib/pages/room.ts';
import { LinkFiguresLine, QrPageFiguresLine } from './LinkFiguresLine.tsx';

export const linksWidgets: readonly Widget[] = [
  {
    key: 'link',
    title: 'widget_entries:link.title',
    text: 'widget_entries:link.text',
    to: '/short-link',
    Icon: IconLink,
    Figures: LinkFiguresLine,
    order: 50,
  },
  {
    key: 'qr',
    title: 'widget_entries:qr.title',
    text: 'widget_entries:qr.text',
    to: '/widgets/qr',
    Icon: IconQrcode,
    Figures: QrPageFiguresLine,
    order: 60,
  },
];
