import type { Room } from '#web/lib/room.ts';

/** The senders a cabinet owns: WhatsApp numbers and Telegram bots. */
export const channelsRoom: Room = {
  texts: ['channels'],
  pages: [
    {
      path: '/accounts/dialog360',
      title: 'channels:dialog360.title',
      section: 'accounts',
      access: 'member',
      layout: 'shared',
      load: () => import('./Dialog360Page.tsx').then((m) => m.Dialog360Page),
    },
    {
      path: '/accounts/telegram',
      title: 'channels:telegram.title',
      section: 'accounts',
      access: 'member',
      layout: 'shared',
      load: () => import('./TelegramPage.tsx').then((m) => m.TelegramPage),
    },
  ],
  actions: [
    { label: 'channels:dialog360.connect', to: '/accounts/dialog360', access: 'owner' },
    { label: 'channels:telegram.connect', to: '/accounts/telegram', access: 'owner' },
  ],
};
