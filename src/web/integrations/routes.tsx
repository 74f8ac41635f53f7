import { API_SYSTEMS } from '#contract/integrations/values.ts';
import type { Page, Room } from '#web/lib/pages/room.ts';

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
    ...API_SYSTEMS.map((system): Page => ({
      path: `/accounts/api/${system}`,
      title: `integrations:system.name.${system}`,
      access: 'owner',
      layout: 'shared',
      load: async () => {
        const { ApiSystemPage } = await import('./ApiSystemPage.tsx');
        return () => <ApiSystemPage system={system} />;
      },
    })),
  ],
  actions: [{ label: 'integrations:create', to: '/accounts/api', access: 'owner' }],
};
