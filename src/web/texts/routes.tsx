import type { Room } from '#web/lib/pages/room.ts';

/** How public pages of the business look. */
export const textsRoom: Room = {
  texts: ['texts', 'flows'],
  pages: [
    {
      path: '/widgets/appearance',
      title: 'texts:appearance.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./appearance/AppearancePage.tsx').then((m) => m.AppearancePage),
    },
  ],
  widgets: () => import('./widgets.tsx').then((m) => m.textsWidgets),
};
