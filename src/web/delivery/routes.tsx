import type { Room } from '#web/lib/pages/room.ts';
import { searchLog } from './log-search.ts';

/** Pages of the message log: sent, waiting and skipped messages with reasons. */
export const deliveryRoom: Room = {
  texts: ['delivery', 'rules', 'senders', 'conversations'],
  pages: [
    {
      path: '/insights/message-logs',
      title: 'delivery:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./MessageLogPage.tsx').then((m) => m.MessageLogPage),
    },
  ],
  searches: [{ section: 'message_logs', data: 'delivery', find: searchLog }],
  senders: [{ kind: 'test' }],
  notices: () => import('./notices.ts').then((m) => m.deliveryNotices),
};
