import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  HelpPage: async () => (await import('./HelpPage.tsx')).HelpPage,
  ArticlePage: async () => (await import('./ArticlePage.tsx')).ArticlePage,
} satisfies Record<string, Page['load']>;
