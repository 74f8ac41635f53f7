import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  LinksPage: async () => (await import('./LinksPage.tsx')).LinksPage,
  NewLinkPage: async () => (await import('./LinkPage.tsx')).NewLinkPage,
  LinkPage: async () => (await import('./LinkPage.tsx')).LinkPage,
  PrintLinkPage: async () => (await import('./qr/PrintLinkPage.tsx')).PrintLinkPage,
  QrPagesPage: async () => (await import('./pages/QrPagesPage.tsx')).QrPagesPage,
  NewQrPagePage: async () => (await import('./pages/QrPagePage.tsx')).NewQrPagePage,
  QrPagePage: async () => (await import('./pages/QrPagePage.tsx')).QrPagePage,
  PrintQrPage: async () => (await import('./pages/PrintQrPage.tsx')).PrintQrPage,
} satisfies Record<string, Page['load']>;
