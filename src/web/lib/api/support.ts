// The token of a support session is kept by its tab alone: the admin stays signed in as themselves in the others.
const KEY = 'supportToken';

/** The page that takes a support session's token from the address, behind `#`. */
export const SUPPORT_PATH = '/admin/support';
const MARK = '#token=';

export function readSupportToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export const isInSupport = (): boolean => readSupportToken() !== null;

/** A name for what the tabs of one cabinet share; empty outside support. */
export const supportMark = (): string => readSupportToken()?.slice(-16) ?? '';

/** The address that opens the cabinet in a tab of its own. */
export const supportAddress = (token: string): string => `${SUPPORT_PATH}${MARK}${token}`;

/** Takes the token out of the address. @returns whether there was one; the page then loads again */
export function enterSupportTab(): boolean {
  if (location.pathname !== SUPPORT_PATH || !location.hash.startsWith(MARK)) return false;
  sessionStorage.setItem(KEY, location.hash.slice(MARK.length));
  location.replace('/');
  return true;
}

/** Forgets the token; the tab then shows the admin's own list of support sessions. */
export function leaveSupportTab(): void {
  sessionStorage.removeItem(KEY);
  location.replace(SUPPORT_PATH);
}
