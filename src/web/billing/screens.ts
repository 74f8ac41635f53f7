import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  PaymentsPage: async () => (await import('./PaymentsPage.tsx')).PaymentsPage,
  PublicPaymentPage: async () => (await import('./public/PublicPaymentPage.tsx')).PublicPaymentPage,
  SubscriptionsPage: async () => (await import('./subscriptions/SubscriptionsPage.tsx')).SubscriptionsPage,
} satisfies Record<string, Page['load']>;
