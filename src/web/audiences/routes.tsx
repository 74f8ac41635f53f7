import type { Room } from '#web/lib/pages/room.ts';

/** Saved audiences. */
export const audiencesRoom: Room = {
  texts: ['segments', 'audiences', 'sentences', 'contacts', 'flows'],
  pages: [
    {
      path: '/segments',
      title: 'segments:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./segments/SegmentsPage.tsx').then((m) => m.SegmentsPage),
    },
    {
      path: '/segments/new',
      title: 'segments:new',
      section: 'segments',
      access: 'member',
      layout: 'shared',
      isHidden: true,
      load: () => import('./segments/SegmentPage.tsx').then((m) => m.NewSegmentPage),
    },
    {
      path: '/segments/$segmentId',
      title: 'segments:title',
      section: 'segments',
      access: 'member',
      layout: 'shared',
      load: () => import('./segments/SegmentPage.tsx').then((m) => m.SegmentPage),
    },
  ],
  actions: [{ label: 'segments:new', to: '/segments/new', access: 'member' }],
};
