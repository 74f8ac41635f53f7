import type { Tokens } from '#contract/auth/calls.ts';

export type RefreshParts = {
  /** The tokens as stored now; other tabs may have changed them. */
  read: () => Tokens | null;
  write: (tokens: Tokens) => void;
  /** Runs one function at a time over all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Sends the refresh; null when the server refuses the refresh token for good. */
  exchange: (refreshToken: string) => Promise<Tokens | null>;
};

/**
 * Creates the one shared token refresh.
 *
 * When calls of several tabs get a 401 together, one refresh is sent: calls of this tab share a promise, tabs wait for
 * each
 * other, and a waiting tab finds the new token in the storage.
 *
 * @returns given the refused token, the token to retry with; null when the session is over. Throws when the server
 * cannot
 *   be reached: that does not end the session.
 */
export function createRefresher(parts: RefreshParts): (refusedToken: string) => Promise<string | null> {
  let inFlight: Promise<string | null> | null = null;

  async function refresh(refusedToken: string): Promise<string | null> {
    return parts.exclusively(async () => {
      const stored = parts.read();
      if (!stored) return null;
      if (stored.token !== refusedToken) return stored.token;

      const successor = await parts.exchange(stored.refreshToken);
      if (!successor) return null;
      parts.write(successor);
      return successor.token;
    });
  }

  return (refusedToken) => {
    inFlight ??= refresh(refusedToken).finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
}
