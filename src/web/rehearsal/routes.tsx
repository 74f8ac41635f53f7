import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Flows played on what really happened. */
export const rehearsalsRoom: Room = {
  texts: ['rehearsal', 'flows', 'delivery', 'rules'],
  pages: [
    {
      path: '/flows/rehearsal',
      title: 'rehearsal:title',
      access: 'member',
      layout: 'shared',
      load: screen('RehearsalsPage'),
    },
    {
      path: '/flows/rehearsal/$rehearsalId',
      title: 'rehearsal:page',
      section: 'flows',
      access: 'member',
      layout: 'shared',
      load: screen('RehearsalPage'),
    },
  ],
  actions: [{ label: 'rehearsal:start', to: '/flows/rehearsal?start=yes', access: 'member' }],
  notices: () => import('./notices.ts').then((m) => m.rehearsalNotices),
};
