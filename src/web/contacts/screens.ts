import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  ContactsPage: async () => (await import('./ContactsPage.tsx')).ContactsPage,
  SubscribersPage: async () => (await import('./SubscribersPage.tsx')).SubscribersPage,
  IgnoreListPage: async () => (await import('./IgnoreListPage.tsx')).IgnoreListPage,
} satisfies Record<string, Page['load']>;
