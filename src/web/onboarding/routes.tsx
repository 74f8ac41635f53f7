import type { Room } from '#web/lib/pages/room.ts';
import { homeTitle } from '#web/lib/pages/brand.ts';
import { useServerNotice } from './use-server-notice.ts';

/** Pages of the home screen and notices. */
export const onboardingRoom: Room = {
  texts: ['onboarding', 'conversations', 'delivery', 'rules', 'senders'],
  useNotice: useServerNotice,
  pages: [
    {
      path: '/',
      title: homeTitle(),
      access: 'member',
      layout: 'shared',
      load: () => import('./HomePage.tsx').then((m) => m.HomePage),
    },
  ],
};
