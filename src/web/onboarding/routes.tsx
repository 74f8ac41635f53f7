import type { Room } from '#web/lib/pages/room.ts';
import { brand, homeTitle } from '#web/lib/pages/brand.ts';
import { useServerNotice } from './use-server-notice.ts';

/** The home of a dashboard's domain is the dashboard of `insights`. */
const HAS_OWN_HOME = brand.variant === 'dashboard';

/** Pages of the home screen and notices. */
export const onboardingRoom: Room = {
  texts: ['onboarding', 'conversations', 'delivery', 'rules', 'senders'],
  useNotice: useServerNotice,
  pages: HAS_OWN_HOME
    ? []
    : [
        {
          path: '/',
          title: homeTitle(),
          access: 'member',
          layout: 'shared',
          load: () => import('./HomePage.tsx').then((m) => m.HomePage),
        },
        ...(brand.variant === 'medical'
          ? [
              {
                path: '/account/medflex-onboarding',
                title: 'onboarding:medflex_title',
                texts: ['connections', 'channels'],
                access: 'member',
                layout: 'shared',
                load: () => import('./medflex/MedflexOnboardingPage.tsx').then((m) => m.MedflexOnboardingPage),
              } as const,
            ]
          : []),
      ],
};
