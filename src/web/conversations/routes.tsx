import type { Room } from '#web/lib/pages/room.ts';

/** Threads with contacts over all channels. */
export const conversationsRoom: Room = {
  texts: ['conversations', 'senders', 'contacts', 'channels', 'texts'],
  pages: [
    {
      path: '/conversations',
      title: 'conversations:title',
      section: 'conversations',
      access: 'member',
      layout: 'shared',
      fillsScreen: true,
      load: () => import('./ConversationsPage.tsx').then((m) => m.ConversationsPage),
    },
    {
      path: '/conversations/settings',
      title: 'conversations:settings.title',
      section: 'conversations',
      access: 'member',
      layout: 'shared',
      load: () => import('./settings/SettingsPage.tsx').then((m) => m.SettingsPage),
    },
  ],
  senders: [{ kind: 'member' }, { kind: 'chatbot' }],
  notices: () => import('./notices.ts').then((m) => m.conversationsNotices),
};
