import { VARIANT_REDIRECTS } from '#contract/brands/brands.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { setPages } from '#web/lib/pages/paths.ts';
import { isOffered } from '#web/lib/pages/room.ts';
import type { Page } from '#web/lib/pages/room.ts';
import type { TextRoom } from '#web/locales/resources.ts';
import { rooms } from './rooms.ts';

export type OfferedPage = Page & { texts: readonly TextRoom[] };

const offered: readonly OfferedPage[] = rooms.flatMap(({ texts, pages: own }) =>
  own.filter((page) => isOffered(page, brand)).map((page) => ({ ...page, texts: [...texts, ...(page.texts ?? [])] })),
);

const ofVariant = new Set(offered.filter(({ variant }) => variant).map(({ path }) => path));

/** The pages that exist on this domain. */
export const pages: readonly OfferedPage[] = offered.filter(({ variant, path }) => variant || !ofVariant.has(path));

setPages(pages);

const pathsOfPages = new Set(pages.filter(isPlain).map(({ path }) => comparable(path)));

/** Whether a screen answers at a path, so that no link leads to an empty page. */
export function hasPage(path: string): boolean {
  return pathsOfPages.has(comparable(path));
}

/** Where this domain sends a person who asks for a path of another variant; only to pages that exist. */
export const redirects: readonly { from: string; to: string }[] = Object.entries(VARIANT_REDIRECTS[brand.variant])
  .filter(([, to]) => hasPage(to))
  .map(([from, to]) => ({ from, to }));

/** Whether a page can be opened without knowing a parameter. */
export function isPlain({ path }: Page): boolean {
  return !path.replaceAll(/\{-\$\w+\}/g, '').includes('$');
}

/** A path as it is compared: lower case, without optional parameters and the closing slash. */
export function comparable(path: string): string {
  return (
    path
      .toLowerCase()
      .replaceAll(/\/?\{-\$\w+\}/g, '')
      .replace(/\/+$/, '') || '/'
  );
}
