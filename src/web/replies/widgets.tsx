import { IconMessageReply } from '@tabler/icons-react';
import type { Widget } from '#web/lib/pages/room.ts';

export const repliesWidgets: readonly Widget[] = [
  {
    key: 'reply',
    title: 'widget_entries:reply.title',
    text: 'widget_entries:reply.text',
    to: '/widgets/reviews-ai',
    Icon: IconMessageReply,
    order: 11,
  },
];
