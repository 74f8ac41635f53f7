import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  QualityHomePage: async () => (await import('./home/QualityHomePage.tsx')).QualityHomePage,
  ChatsPage: async () => (await import('./talks/TalksPage.tsx')).ChatsPage,
  CallsPage: async () => (await import('./talks/TalksPage.tsx')).CallsPage,
  NewChecklistPage: async () => (await import('./checklists/ChecklistPage.tsx')).NewChecklistPage,
  ChecklistPage: async () => (await import('./checklists/ChecklistPage.tsx')).ChecklistPage,
  ReportPage: async () => (await import('./report/ReportPage.tsx')).ReportPage,
} satisfies Record<string, Page['load']>;
