import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  IdeasPage: async () => (await import('./IdeasPage.tsx')).IdeasPage,
  AllIdeasPage: async () => (await import('./admin/AllIdeasPage.tsx')).AllIdeasPage,
} satisfies Record<string, Page['load']>;
