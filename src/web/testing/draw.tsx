import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { Tokens } from '#contract/auth/calls.ts';
import { Providers } from '#web/app/Providers.tsx';
import { parseSearch, stringifySearch } from '#web/app/palette/search.ts';
import { startConfig } from '#web/lib/api/config.ts';
import { loadTexts, rememberLanguage, setLanguage, startTexts } from '#web/lib/format/i18n.ts';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { loadSession, signIn } from '#web/lib/api/session.ts';
import type { TextRoom } from '#web/locales/resources.ts';
import { ToastStack } from '#web/ui/feedback/ToastStack.tsx';

const started = startTexts(['app', 'problems', 'refusals', 'ui'], []);

type Options = {
  /** Rooms whose texts it needs. */
  texts: readonly TextRoom[];
  /** Address of the page it stands on. */
  at?: string;
  /** The signed-in member; left out, nobody is. */
  as?: Tokens;
};

/**
 * Draws a component in English, with everything the app gives to its pages.
 *
 * @returns the person at the screen, and the router, whose `state.location` is the address
 */
export async function draw(element: ReactNode, { texts, at = '/', as }: Options) {
  await started;
  rememberLanguage('en'); // NOTE: the member's own language yields to it
  await setLanguage('en');
  await Promise.all([loadTexts(texts), startConfig()]);
  await (as ? signIn(as) : loadSession());
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <ToastStack />
      </>
    ),
  });
  const page = createRoute({ getParentRoute: () => root, path: '$', component: () => element });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  const view = render(
    <Providers queryClient={createQueryClient()} isStill>
      <RouterProvider router={router as never} /> {/* NOTE: the app's own router is registered as the type of all */}
    </Providers>,
  );
  return { ...view, router, user: userEvent.setup({ delay: null }) };
}
