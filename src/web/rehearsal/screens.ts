import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  RehearsalsPage: async () => (await import('./RehearsalsPage.tsx')).RehearsalsPage,
  RehearsalPage: async () => (await import('./RehearsalPage.tsx')).RehearsalPage,
} satisfies Record<string, Page['load']>;
