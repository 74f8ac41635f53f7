import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  TemplatesPage: async () => (await import('./TemplatesPage.tsx')).TemplatesPage,
  NewTemplatePage: async () => (await import('./DraftPage.tsx')).NewTemplatePage,
  DraftPage: async () => (await import('./DraftPage.tsx')).DraftPage,
  TemplatePage: async () => (await import('./TemplatePage.tsx')).TemplatePage,
} satisfies Record<string, Page['load']>;
