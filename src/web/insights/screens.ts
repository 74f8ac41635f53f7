import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  ContactPage: async () => (await import('./contact/ContactPage.tsx')).ContactPage,
  InsightsPage: async () => (await import('./results/InsightsPage.tsx')).InsightsPage,
  ConversionPage: async () => (await import('./conversion/ConversionPage.tsx')).ConversionPage,
  CohortsPage: async () => (await import('./returning/CohortsPage.tsx')).CohortsPage,
  ReturnsPage: async () => (await import('./returning/ReturnsPage.tsx')).ReturnsPage,
  RfmPage: async () => (await import('./rfm/RfmPage.tsx')).RfmPage,
  RfmStartPage: async () => (await import('./rfm/RfmStartPage.tsx')).RfmStartPage,
  SkipsPage: async () => (await import('./skips/SkipsPage.tsx')).SkipsPage,
} satisfies Record<string, Page['load']>;
