import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  PartnerPage: async () => (await import('./PartnerPage.tsx')).PartnerPage,
  ReferralCodePage: async () => (await import('./ReferralCodePage.tsx')).ReferralCodePage,
  PayoutsPage: async () => (await import('./admin/PayoutsPage.tsx')).PayoutsPage,
} satisfies Record<string, Page['load']>;
