import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

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
      load: screen('ConversationsPage'),
    },
    {
      path: '/conversations/settings',
      title: 'conversations:settings.title',
      section: 'conversations',
      access: 'member',
      layout: 'shared',
      load: screen('SettingsPage'),
    },
  ],
  senders: [{ kind: 'member' }, { kind: 'chatbot' }],
  notices: () => import('./notices.ts').then((m) => m.conversationsNotices),
};
