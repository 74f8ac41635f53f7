import type { Room } from '#web/lib/room.ts';

/** What was sent, what waits, what was not sent and why. */
export const deliveryRoom: Room = {
  texts: ['delivery', 'conversations'],
  pages: [
    {
      path: '/insights/message-logs',
      title: 'delivery:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./MessageLogPage.tsx').then((m) => m.MessageLogPage),
    },
  ],
};
