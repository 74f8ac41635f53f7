import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  VisitPageSettingsPage: async () => (await import('./VisitPageSettingsPage.tsx')).VisitPageSettingsPage,
  BookingButtonsPage: async () => (await import('./BookingButtonsPage.tsx')).BookingButtonsPage,
  NewBookingButtonPage: async () => (await import('./BookingButtonPage.tsx')).NewBookingButtonPage,
  TableRequestsPage: async () => (await import('./TableRequestsPage.tsx')).TableRequestsPage,
  BookingButtonPage: async () => (await import('./BookingButtonPage.tsx')).BookingButtonPage,
} satisfies Record<string, Page['load']>;
