import type { Room } from '#web/lib/room.ts';
import { useServerNotice } from './use-server-notice.ts';

/** What an owner sees first, and what the cabinet has to tell her. */
export const onboardingRoom: Room = {
  texts: ['onboarding', 'conversations', 'delivery'],
  useNotice: useServerNotice,
  pages: [
    {
      path: '/',
      title: 'onboarding:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./HomePage.tsx').then((m) => m.HomePage),
    },
  ],
};
