import { useSyncExternalStore } from 'react';
import type { CurrentUser, TokenRole, Tokens } from '#contract/auth/calls.ts';
import { call, callPublic, whenSecondFactorIsMissing, whenSessionIsOver } from './api.ts';
import { CallUnreached } from './call-errors.ts';
import { clearDrafts } from '#web/lib/forms/drafts.ts';
import { hasChosenLanguage, rememberLanguage, setLanguage } from '#web/lib/format/i18n.ts';
import { wordIn } from './known.ts';
import { enterSupportTab, isInSupport, leaveSupportTab } from './support.ts';
import { clearTokens, readTokens, watchTokens, writeTokens } from './tokens.ts';

/** The signed-in member (the specification, sections 3 and 4). */
export type Session =
  | {
      isAuthenticated: true;
      userId: string;
      currentUserEmail: string;
      currentUserPhoneNumber: string | null;
      isAdmin: boolean;
      isSuperAdmin: boolean;
      user: CurrentUser;
    }
  | {
      isAuthenticated: false;
      /** Tokens are there, but the server could not be asked whose they are. */
      isUnreachable: boolean;
    };

const ANONYMOUS: Session = { isAuthenticated: false, isUnreachable: false };

let session: Session = ANONYMOUS;
const listeners = new Set<() => void>();

/** Loads the signed-in member; the app may render afterwards, also without one. */
export async function startSession(): Promise<void> {
  if (enterSupportTab()) return new Promise(() => undefined); // NOTE: the page loads again
  whenSessionIsOver(() => void logOut({ revoke: false }));
  whenSecondFactorIsMissing(followRule);
  watchTokens(followOtherTab);
  await loadSession();
}

/** Asks again who is signed in. */
export async function loadSession(): Promise<Session> {
  if (!readTokens()) return become(ANONYMOUS);
  try {
    return updateUser(await call('GET /api/v1/Account/CurrentUser'));
  } catch (error) {
    return become({ isAuthenticated: false, isUnreachable: error instanceof CallUnreached });
  }
}

/** Reloads the member after a change elsewhere; a failed request leaves the session as it is. */
export async function refreshUser(): Promise<void> {
  const user = await call('GET /api/v1/Account/CurrentUser').catch(() => null);
  if (user) updateUser(user);
}

/** Stores the tokens of a sign-in, loads the member, and switches to the member's language. */
export async function signIn(tokens: Tokens): Promise<Session> {
  writeTokens(tokens);
  const next = await loadSession();
  if (next.isAuthenticated && !hasChosenLanguage()) {
    rememberLanguage(next.user.language);
    await setLanguage(next.user.language);
  }
  return next;
}

/** Keeps what the server answered about the person. */
export function updateUser(user: CurrentUser): Session {
  const role = roleOf(readTokens()?.token ?? '');
  return become({
    isAuthenticated: true,
    userId: user.id,
    currentUserEmail: user.email,
    currentUserPhoneNumber: user.phoneNumber,
    isAdmin: role !== 'user',
    isSuperAdmin: role === 'super_admin',
    user,
  });
}

/** Ends the session in this browser and, by default, on the server; then reloads the page. */
export async function logOut({ revoke }: { revoke: boolean }): Promise<void> {
  if (isInSupport()) return leaveSupport({ revoke });
  const tokens = readTokens();
  clearTokens();
  clearDrafts();
  if (revoke && tokens) {
    await callPublic('POST /api/v1/account/RevokeToken', { body: { refreshToken: tokens.refreshToken } }).catch(
      () => undefined,
    ); // NOTE: leaving must work offline
  }
  location.reload();
}

/** Ends the support session of this tab; the admin's own session stays. */
async function leaveSupport({ revoke }: { revoke: boolean }): Promise<void> {
  clearDrafts();
  if (revoke) await call('POST /api/v1/Account/Support/End').catch(() => undefined);
  leaveSupportTab();
}

export function currentSession(): Session {
  return session;
}

export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession);

/** The person of a page that needs login. */
export function useCurrentUser(): CurrentUser {
  const now = useSession();
  if (!now.isAuthenticated) throw new Error('A page that needs login was drawn without one.');
  return now.user;
}

function become(next: Session): Session {
  session = next;
  for (const listener of listeners) listener();
  return next;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The owner began to require a second factor: the page that is open must not go on. */
function followRule(): void {
  if (session.isAuthenticated && !session.user.isSecondFactorMissing) location.reload();
}

/** Another tab signed in, out, or as somebody else: this one must not go on with what it shows. */
function followOtherTab(token: string | null): void {
  const personHere = session.isAuthenticated ? session.userId : null;
  const personThere = token === null ? null : claimsOf(token)['sub'];
  if (personThere !== undefined && personHere !== personThere) location.reload();
}

function roleOf(token: string): TokenRole {
  return wordIn(['admin', 'super_admin'], claimsOf(token)['role']) ?? 'user';
}

/** Decoded claims of the token. They are not verified here: the server checks every call. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const claims = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return { ...JSON.parse(atob(claims)) };
  } catch {
    return {};
  }
}
