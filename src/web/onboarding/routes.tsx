import { QUICK_START_KINDS, QUICK_STARTS } from '#contract/onboarding/quick-start-values.ts';
import type { Page, Room } from '#web/lib/pages/room.ts';
import { brand, homeTitle } from '#web/lib/pages/brand.ts';
import { useServerNotice } from './use-server-notice.ts';

/** The home of a dashboard's domain is the dashboard of `insights`. */
const HAS_OWN_HOME = brand.variant === 'dashboard';

const HOMES: readonly Page[] = [
  {
    path: '/',
    title: homeTitle(),
    access: 'member',
    layout: 'shared',
    load: () => import('./HomePage.tsx').then((m) => m.HomePage),
  },
  {
    path: '/',
    title: homeTitle(),
    access: 'member',
    layout: 'shared',
    variant: 'onboarding',
    texts: ['assistants'],
    load: () => import('./assistant-home/AssistantHomePage.tsx').then((m) => m.AssistantHomePage),
  },
];

/** The paths of a brand alone are in its route table. */
const QUICK_START_PAGES = QUICK_START_KINDS.map((kind): Page => ({
  path: QUICK_STARTS[kind].path,
  title: `onboarding:quick_start.${kind}`,
  access: 'owner',
  layout: 'shared',
  feature: 'quickStart',
  texts: ['quick_start'],
  isHidden: kind !== 'general',
  load: () => import('./quick-start/QuickStartPage.tsx').then((m) => m.quickStartPage(kind)),
}));

/** Pages of the home screen, quick starts, and notices. */
export const onboardingRoom: Room = {
  texts: ['onboarding', 'conversations', 'delivery', 'rules', 'senders'],
  useNotice: useServerNotice,
  pages: [...(HAS_OWN_HOME ? [] : HOMES), ...QUICK_START_PAGES],
  notices: () => import('./notices.ts').then((m) => m.onboardingNotices),
};
