import { isInSupport, readSupportToken } from './support.ts';
import type { Tokens } from '#contract/auth/calls.ts';

// NOTE: the names in local storage are the specification's, section 4
const TOKEN_KEY = 'token';
const REFRESH_TOKEN_KEY = 'refreshToken';

/** The token of a support session has no refresh token. */
export function readTokens(): Tokens | null {
  const support = readSupportToken();
  if (support) return { token: support, refreshToken: '' };
  const token = localStorage.getItem(TOKEN_KEY);
  const refreshToken = localStorage.getItem(REFRESH_TOKEN_KEY);
  return token && refreshToken ? { token, refreshToken } : null;
}

export function writeTokens({ token, refreshToken }: Tokens): void {
  localStorage.setItem(REFRESH_TOKEN_KEY, refreshToken);
  localStorage.setItem(TOKEN_KEY, token);
}

export function clearTokens(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(REFRESH_TOKEN_KEY);
}

/** Calls back when another tab signs in, out, or as somebody else. */
export function watchTokens(onChange: (token: string | null) => void): void {
  addEventListener('storage', (event) => {
    if (isInSupport()) return;
    if (event.key === TOKEN_KEY || event.key === null) onChange(localStorage.getItem(TOKEN_KEY));
  });
}
