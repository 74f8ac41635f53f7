import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  SegmentsPage: async () => (await import('./segments/SegmentsPage.tsx')).SegmentsPage,
  NewSegmentPage: async () => (await import('./segments/SegmentPage.tsx')).NewSegmentPage,
  SegmentPage: async () => (await import('./segments/SegmentPage.tsx')).SegmentPage,
} satisfies Record<string, Page['load']>;
