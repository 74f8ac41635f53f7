import { isPathOffered } from './brand.ts';
import { mayOpen } from './page-access.ts';
import type { Page } from './room.ts';
import { type Session, useSession } from '#web/lib/api/session.ts';

type Known = { matches: RegExp; access: Page['access'] };

let known: readonly Known[] | null = null;

/** Sets the pages of this domain; called once, by the app that knows all rooms. */
export function setPages(pages: readonly Pick<Page, 'path' | 'access'>[]): void {
  known = pages.map(({ path, access }) => ({ matches: patternOf(path), access }));
}

/**
 * Returns whether a person can open a path: this domain has a page for it, and their role may see it.
 *
 * Every link that depends on the domain or the role is shown or hidden by this: menu, palette, Home, notices.
 */
export function canOpen(path: string, session: Session): boolean {
  const [plain = '/'] = path.split(/[?#]/);
  // NOTE: a component drawn alone, as in its test, has no pages around it.
  if (!known) return isPathOffered(plain);
  const page = known.find(({ matches }) => matches.test(plain));
  return page !== undefined && mayOpen(page.access, session);
}

export function useCanOpen(): (path: string) => boolean {
  const session = useSession();
  return (path) => canOpen(path, session);
}

/** Matches the paths of a page: `$name` is any segment, `{-$name}` one that may be absent. */
function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('{-$')) return '(/[^/]+)?';
      return part.startsWith('$') ? '/[^/]+' : `/${part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`;
    });
  return new RegExp(`^${parts.join('')}/?$`, 'i');
}
