import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens; those of one system by its name. */
export const SCREENS = {
  AllTemplatesPage: async () => (await import('./GalleryPage.tsx')).AllTemplatesPage,
  yclients: async () => (await import('./GalleryPage.tsx')).SYSTEM_PAGES.yclients,
  altegio: async () => (await import('./GalleryPage.tsx')).SYSTEM_PAGES.altegio,
  iikocrm: async () => (await import('./GalleryPage.tsx')).SYSTEM_PAGES.iikocrm,
  apicrm: async () => (await import('./GalleryPage.tsx')).SYSTEM_PAGES.apicrm,
  AddTemplatePage: async () => (await import('./AddTemplatePage.tsx')).AddTemplatePage,
  EditTemplatePage: async () => (await import('./AddTemplatePage.tsx')).EditTemplatePage,
} satisfies Record<string, Page['load']>;
