import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
} from '@tanstack/react-router';
import type { AnyRoute } from '@tanstack/react-router';
import type { Ability } from '#contract/billing/tariffs.ts';
import type { SidebarKey } from '#contract/brands/sidebars.ts';
import { loadTexts } from '#web/lib/format/i18n.ts';
import { mayOpen, needsSecondFactor, safeReturnPath, SECOND_FACTOR_PATH } from '#web/lib/pages/page-access.ts';
import { currentSession } from '#web/lib/api/session.ts';
import { readTokens } from '#web/lib/api/tokens.ts';
import type { TextKey, TextRoom } from '#web/locales/resources.ts';
import { AccessDenied, Crash, CrashPage } from './errors/CrashPage.tsx';
import { NotFound, NotFoundPage } from './errors/NotFoundPage.tsx';
import { loadChunk } from '#web/lib/pages/load-chunk.ts';
import { homePath } from './frame/menu.ts';
import { hasPage, pages, redirects } from './pages.ts';
import type { OfferedPage } from './pages.ts';
import { RootFrame } from './frame/RootFrame.tsx';
import { parseSearch, stringifySearch } from './palette/search.ts';
import { SingleLayout } from './frame/SingleLayout.tsx';

const LOGIN_PATH = '/account/login';

const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFoundPage });

const layouts = {
  shared: createRoute({
    getParentRoute: () => root,
    id: 'shared',
    component: lazyRouteComponent(
      () => loadChunk('SharedLayout', () => import('./frame/SharedLayout.tsx'), 'page'),
      'SharedLayout',
    ),
  }),
  single: createRoute({ getParentRoute: () => root, id: 'single', component: SingleLayout }),
};

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Creates what draws the pages of all rooms. Paths match without regard to case, because the specification mixes them. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      layouts.shared.addChildren([...routesIn('shared'), unknownRoute()]),
      layouts.single.addChildren([...routesIn('single'), ...notFoundRoutes(), ...redirectRoutes()]),
    ]),
    caseSensitive: false,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  });
}

/**
 * Begins to load what this address is drawn with, while it is still being asked who is at the screen.
 *
 * @returns the texts its page will ask for
 */
export function beginPage(router: AppRouter): readonly TextRoom[] {
  const matches = router.matchRoutes(router.latestLocation);
  const isOfCabinet = matches.some(({ routeId }) => routeId === layouts.shared.id);
  if (isOfCabinet && !readTokens()) return []; // NOTE: the visitor is redirected to log in
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
  for (const { routeId } of matches) void routes[routeId]?.options.component?.preload?.();
  return matches.flatMap(({ staticData }) => staticData.texts ?? []);
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface StaticDataRouteOption {
    title?: TextKey;
    section?: SidebarKey;
    hasScrollToTop?: boolean;
    fillsScreen?: boolean;
    texts?: readonly TextRoom[];
    requires?: Ability;
  }
}

function routesIn(layout: OfferedPage['layout']): AnyRoute[] {
  const taken = redirects.map(({ from }) => from);
  return pages.filter((page) => page.layout === layout && !taken.includes(page.path)).map(routeOf);
}

function routeOf(page: OfferedPage): AnyRoute {
  const name = page.title.replace('.title', '');
  return createRoute({
    getParentRoute: () => layouts[page.layout],
    path: page.path,
    staticData: {
      title: page.title,
      section: page.section,
      hasScrollToTop: page.hasScrollToTop,
      fillsScreen: page.fillsScreen,
      texts: page.texts,
      requires: page.requires,
    },
    beforeLoad: ({ location, search }) => guard(page, location.href, search),
    loader: () => loadChunk(`${name} texts`, () => loadTexts(page.texts), 'page'),
    component: lazyRouteComponent(() => loadChunk(name, async () => ({ Page: await page.load() }), 'page'), 'Page'),
    errorComponent: page.layout === 'shared' ? Crash : CrashPage,
    notFoundComponent: page.layout === 'shared' ? NotFound : NotFoundPage, // NOTE: an id that cannot exist is found out while drawing, where the default does not reach
  });
}

/** Sends people where they may be (the specification, section 2, "Layouts and access"). */
function guard(page: OfferedPage, href: string, search: { returnTo?: unknown }): void {
  const session = currentSession();
  if (needsSecondFactor(page, session)) throw redirect({ to: SECOND_FACTOR_PATH, replace: true });
  if (mayOpen(page.access, session)) return;
  if (page.access === 'anonymous') throw redirect({ to: safeReturnPath(search.returnTo) });
  if (session.isAuthenticated) throw new AccessDenied();
  const elsewhere = page.signedOutTo?.();
  if (elsewhere) throw redirect({ href: elsewhere, replace: true });
  throw redirect({ to: LOGIN_PATH, search: href === '/' ? {} : { returnTo: href } });
}

function redirectRoutes(): AnyRoute[] {
  const home = hasPage('/') ? [] : [{ from: '/', to: homePath() }];
  const taken = redirects.some(({ from }) => from === '/');
  return [...redirects, ...(taken ? [] : home)].map(({ from, to }) =>
    createRoute({
      getParentRoute: () => layouts.single,
      path: from,
      beforeLoad: () => {
        throw redirect({ to, replace: true });
      },
    }),
  );
}

function notFoundRoutes(): AnyRoute[] {
  return ['/404'].map((path) =>
    createRoute({
      getParentRoute: () => layouts.single,
      path,
      staticData: { title: 'app:not_found.title' },
      component: NotFoundPage,
    }),
  );
}

/**
 * Every other path: within the cabinet's frame for who is signed in, alone for a visitor.
 *
 * NOTE: without it the router would draw the page whose path an unknown one begins with.
 */
function unknownRoute(): AnyRoute {
  return createRoute({
    getParentRoute: () => layouts.shared,
    path: '$',
    staticData: { title: 'app:not_found.title' },
    beforeLoad: () => {
      if (!currentSession().isAuthenticated) throw notFound({ routeId: rootRouteId });
    },
    component: NotFound,
  });
}
