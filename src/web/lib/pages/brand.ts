import type { TextKey } from '#web/locales/resources.ts';
import { apiOrigin, BRANDS, brandOfHost } from '#contract/brands/brands.ts';
import type { Brand, BrandKey } from '#contract/brands/brands.ts';
import { hasRoute } from '#contract/brands/route-tables.ts';

/**
 * The brand of this page.
 *
 * A deployment on hosts of its own names the brand in `<meta name="brand">`; otherwise the host determines it. An
 * unknown
 * host looks like the main cabinet, and the server gives it public pages only.
 */
export const brand: Brand = brandOfPage();

/** Whether this domain has a path, so that no link leads to its not-found page. */
export const isPathOffered = (path: string): boolean => hasRoute(brand.variant, path);

/** The origin all calls go to. */
export const apiBase = apiOrigin(brand, location.origin);

function brandOfPage(): Brand {
  const named = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? '';
  if (Object.hasOwn(BRANDS, named)) return BRANDS[named as BrandKey]; // NOTE: checked in the line's condition
  return brandOfHost(location.host, { knowsLocal: true }) ?? BRANDS.main;
}

/** The home of a domain is called as its menu calls it: "Dashboard" on the dashboard's. */
export function homeTitle(): TextKey {
  const key = brand.sidebar.find(({ path }) => path === '/')?.key ?? 'home';
  return `app:menu.${key}`;
}
