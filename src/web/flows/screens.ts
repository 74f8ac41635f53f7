import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens but the editor, which is loaded without this list. */
export const SCREENS = {
  FlowsPage: async () => (await import('./list/FlowsPage.tsx')).FlowsPage,
  EditTextsPage: async () => (await import('./texts/EditTextsPage.tsx')).EditTextsPage,
} satisfies Record<string, Page['load']>;
