import type { Caller } from '#server/connections/port.ts';
import type { Database } from '#server/platform/database/db.ts';
import { pauseLimit, acquireSlot } from '#server/platform/http/shared-limit.ts';
import { digest } from '#server/platform/secrets/vault.ts';

/** Rate limiter of calls; the vendor counts them by login. */
export type RateLimiter = {
  /** Waits for a slot; returns 0, or milliseconds until a retry when none was free in time. */
  take(caller: Caller): Promise<number>;
  /** Returns 0 when a token may be requested now, or milliseconds until a retry. Does not wait. */
  takeToken(caller: Caller): Promise<number>;
  /** Blocks calls with the login for a time the vendor requests. */
  pause(caller: Caller, pauseMs: number): Promise<void>;
};

/** Limits per login. The vendor publishes no figures, so the operator can configure them. */
export type Limits = { callsPerSecond: number; tokensPerMinute: number };

/** An owner who connects waits for a slot; a job without one should free its worker soon. */
const URGENT_WAIT_MS = 10_000;
const BACKGROUND_WAIT_MS = 4_000;

export function sharedRateLimiter(db: Database, { callsPerSecond, tokensPerMinute }: Limits): RateLimiter {
  const calls = [{ limit: callsPerSecond, periodMs: 1_000 }];
  const tokens = [{ limit: tokensPerMinute, periodMs: 60_000 }];
  const keyOf = (caller: Caller) => `iiko:${hashOfLogin(caller.credentials).toString('base64url')}`;
  const slotOf = ({ tenantId, isUrgent, signal }: Caller) => ({ client: tenantId, isUrgent, signal });
  return {
    take(caller) {
      const waitMs = caller.isUrgent ? URGENT_WAIT_MS : BACKGROUND_WAIT_MS;
      return acquireSlot(db, { key: keyOf(caller), windows: calls }, { ...slotOf(caller), waitMs });
    },
    takeToken(caller) {
      const limit = { key: `${keyOf(caller)}:token`, windows: tokens };
      return acquireSlot(db, limit, { ...slotOf(caller), isUrgent: true, waitMs: 0 });
    },
    pause: (caller, pauseMs) => pauseLimit(db, keyOf(caller), pauseMs),
  };
}

/** Hashes a login, for places where it must not be readable. */
export function hashOfLogin({ apiLogin, apiKey }: Caller['credentials']): Buffer {
  return digest(apiLogin === undefined ? `api_key:${apiKey}` : `api_login:${apiLogin}`);
}
