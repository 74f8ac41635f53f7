import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  ImportsPage: async () => (await import('./ImportsPage.tsx')).ImportsPage,
  ImportPage: async () => (await import('./ImportPage.tsx')).ImportPage,
} satisfies Record<string, Page['load']>;
