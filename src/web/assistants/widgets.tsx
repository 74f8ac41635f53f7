import { IconMessageChatbot } from '@tabler/icons-react';
import type { Widget } from '#web/lib/pages/room.ts';

export const assistantsWidgets: readonly Widget[] = [
  {
    key: 'public_chat',
    title: 'widget_entries:public_chat.title',
    text: 'widget_entries:public_chat.text',
    to: '/flowCopilotBots',
    Icon: IconMessageChatbot,
    order: 35,
  },
];
