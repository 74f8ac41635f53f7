import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  ReviewsPage: async () => (await import('./ReviewsPage.tsx')).ReviewsPage,
  ReviewPage: async () => (await import('./ReviewPage.tsx')).ReviewPage,
  ReviewSettingsPage: async () => (await import('./ReviewSettingsPage.tsx')).ReviewSettingsPage,
} satisfies Record<string, Page['load']>;
