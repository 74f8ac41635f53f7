import type { PageAccess } from './room.ts';
import type { Session } from '#web/lib/api/session.ts';

/** Returns whether a session allows this access. */
export function mayOpen(access: PageAccess, session: Session): boolean {
  if (access === 'public') return true;
  if (access === 'anonymous') return !session.isAuthenticated;
  if (!session.isAuthenticated) return false;
  if (access === 'super_admin') return session.isSuperAdmin;
  if (access === 'admin') return session.isAdmin;
  return access === 'member' || session.user.memberRole === 'owner';
}

/** The page on which a second factor is set up where the cabinet requires one. */
export const SECOND_FACTOR_PATH = '/account/second-factor';

/** Returns whether a page is refused until the session has a second factor. */
export function needsSecondFactor(page: { access: PageAccess; path: string }, session: Session): boolean {
  if (!session.isAuthenticated || !session.user.isSecondFactorMissing) return false;
  return page.access !== 'public' && page.path !== SECOND_FACTOR_PATH;
}

/** Returns a path of our own for after signing in; anything else becomes the home page. */
export function safeReturnPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !/^\/(?![/\\])/.test(returnTo)) return '/';
  return returnTo.toLowerCase().startsWith('/account/log') ? '/' : returnTo;
}
