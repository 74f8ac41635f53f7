import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  ReplyWidgetsPage: async () => (await import('./list/ReplyWidgetsPage.tsx')).ReplyWidgetsPage,
  ReplyWidgetPage: async () => (await import('./ReplyWidgetPage.tsx')).ReplyWidgetPage,
} satisfies Record<string, Page['load']>;
