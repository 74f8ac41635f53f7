import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens but the editor, which is loaded without this list. */
export const SCREENS = {
  MailingsPage: async () => (await import('./list/MailingsPage.tsx')).MailingsPage,
  EditTextsPage: async () => (await import('./texts/EditTextsPage.tsx')).EditTextsPage,
  MailingResultsPage: async () => (await import('./results/MailingResultsPage.tsx')).MailingResultsPage,
} satisfies Record<string, Page['load']>;
