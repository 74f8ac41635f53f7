import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  ConversationsPage: async () => (await import('./ConversationsPage.tsx')).ConversationsPage,
  SettingsPage: async () => (await import('./settings/SettingsPage.tsx')).SettingsPage,
} satisfies Record<string, Page['load']>;
