import { ADMIN_SIDEBAR } from '#contract/brands/sidebars.ts';
import type { SidebarEntry } from '#contract/brands/sidebars.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { canOpen } from '#web/lib/pages/paths.ts';
import type { Session } from '#web/lib/api/session.ts';
import type { Resources } from '#web/locales/resources.ts';
import { hasPage } from '#web/app/pages.ts';

export type MenuKey = Exclude<keyof Resources['app']['menu'], `${string}@${string}`>;

/** A place in the menu; a group has children and no path of its own. */
export type MenuEntry = { key: MenuKey; path?: string; isMobileOnly: boolean; children: readonly MenuPlace[] };
export type MenuPlace = { key: MenuKey; path: string };

const MAX_MAIN_PLACES = 4;

/** The menu of this domain for this person, without places they cannot open. */
export function menuFor(session: Session): MenuEntry[] {
  const isOpen = (path: string) => canOpen(path, session);
  const entries = brand.sidebar.flatMap((entry) => entryOf(entry, isOpen));
  const children = ADMIN_SIDEBAR.filter(
    ({ key, path }) => isOpen(path) && (key !== 'admin_news' || brand.features.news),
  );
  const isAdmin = session.isAuthenticated && session.isAdmin;
  if (!isAdmin || children.length === 0) return entries;
  return [...entries, { key: 'admin', isMobileOnly: false, children }];
}

/** The first places of the menu, for the bar at the bottom of a phone. */
export function mainPlaces(menu: readonly MenuEntry[]): MenuPlace[] {
  return menu
    .filter(({ isMobileOnly }) => !isMobileOnly)
    .flatMap(({ key, path, children }) =>
      path ? [{ key, path }] : children.slice(0, 1).map((first) => ({ ...first, key })),
    )
    .slice(0, MAX_MAIN_PLACES);
}

/** Redirect target for a home page that this domain does not have: its first menu entry, else the profile. */
export function homePath(): string {
  const [first] = mainPlaces(brand.sidebar.flatMap((entry) => entryOf(entry, hasPage)));
  return first?.path ?? '/account/profile';
}

function entryOf(
  { key, path, mobileOnly = false, children = [] }: SidebarEntry,
  isOpen: (path: string) => boolean,
): MenuEntry[] {
  if (key === 'quick_start' && !brand.features.quickStart) return [];
  const places = children.filter((child) => isOpen(child.path));
  if (places.length === 0 && !isOpen(path)) return [];
  if (places.length === 0) return [{ key, path, isMobileOnly: mobileOnly, children: [] }];
  return [{ key, path: isOpen(path) ? path : undefined, isMobileOnly: mobileOnly, children: places }];
}
