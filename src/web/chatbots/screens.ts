import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  ChatbotsPage: async () => (await import('./ChatbotsPage.tsx')).ChatbotsPage,
  MainBookingBotPage: async () => (await import('./booking/BookingBotPage.tsx')).MainBookingBotPage,
  NewBookingBotPage: async () => (await import('./booking/BookingBotPage.tsx')).NewBookingBotPage,
  BookingBotPage: async () => (await import('./booking/BookingBotPage.tsx')).BookingBotPage,
  ScriptBotPage: async () => (await import('./scripts/ScriptBotPage.tsx')).ScriptBotPage,
} satisfies Record<string, Page['load']>;
