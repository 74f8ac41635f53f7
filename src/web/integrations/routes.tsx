import type { Room } from '#web/lib/pages/room.ts';

/** The way in for the business's own programs. */
export const integrationsRoom: Room = {
  texts: ['integrations'],
  pages: [
    {
      path: '/accounts/api',
      title: 'integrations:title',
      access: 'owner',
      layout: 'shared',
      load: () => import('./ApiPage.tsx').then((m) => m.ApiPage),
    },
  ],
  actions: [{ label: 'integrations:create', to: '/accounts/api', access: 'owner' }],
};
