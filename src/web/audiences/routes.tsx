import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Saved audiences. */
export const audiencesRoom: Room = {
  texts: ['segments', 'audiences', 'sentences', 'contacts', 'flows'],
  pages: [
    {
      path: '/segments',
      title: 'segments:title',
      access: 'member',
      layout: 'shared',
      load: screen('SegmentsPage'),
    },
    {
      path: '/segments/new',
      title: 'segments:new',
      section: 'segments',
      access: 'member',
      layout: 'shared',
      isHidden: true,
      load: screen('NewSegmentPage'),
    },
    {
      path: '/segments/$segmentId',
      title: 'segments:title',
      section: 'segments',
      access: 'member',
      layout: 'shared',
      load: screen('SegmentPage'),
    },
  ],
  actions: [{ label: 'segments:new', to: '/segments/new', access: 'member' }],
};
