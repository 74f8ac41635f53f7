import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  AccountsPage: async () => (await import('./list/AccountsPage.tsx')).AccountsPage,
  PartnerReturnPage: async () => (await import('./connecting/PartnerReturnPage.tsx')).PartnerReturnPage,
} satisfies Record<string, Page['load']>;
