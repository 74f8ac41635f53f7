import type { Caller } from '#server/connections/port.ts';
import type { Database } from '#server/platform/db.ts';
import { pauseLimit, acquireSlot } from '#server/platform/shared-limit.ts';
import { digest } from '#server/platform/vault.ts';

/** When one more call may be made; the vendor counts them by login. */
export type Turns = {
  /** Waits for a turn; 0, or milliseconds after which to try anew when there was none in time. */
  take(caller: Caller): Promise<number>;
  /** Whether a token may be asked for now: 0, or milliseconds after which to try anew. Does not wait. */
  takeToken(caller: Caller): Promise<number>;
  /** The vendor wants no call with the login for so long. */
  pause(caller: Caller, pauseMs: number): Promise<void>;
};

/** Of one login. The vendor publishes no figures, so the operator may know better than we do. */
export type Limits = { callsPerSecond: number; tokensPerMinute: number };

/** An owner who connects waits for it; a job that has no turn soon had better leave its worker to others. */
const URGENT_WAIT_MS = 10_000;
const BACKGROUND_WAIT_MS = 4_000;

export function sharedTurns(db: Database, { callsPerSecond, tokensPerMinute }: Limits): Turns {
  const calls = [{ limit: callsPerSecond, periodMs: 1_000 }];
  const tokens = [{ limit: tokensPerMinute, periodMs: 60_000 }];
  const keyOf = (caller: Caller) => `iiko:${hashOfLogin(caller.credentials).toString('base64url')}`;
  const turnOf = ({ tenantId, isUrgent, signal }: Caller) => ({ client: tenantId, isUrgent, signal });
  return {
    take(caller) {
      const waitMs = caller.isUrgent ? URGENT_WAIT_MS : BACKGROUND_WAIT_MS;
      return acquireSlot(db, { key: keyOf(caller), windows: calls }, { ...turnOf(caller), waitMs });
    },
    takeToken(caller) {
      const limit = { key: `${keyOf(caller)}:token`, windows: tokens };
      return acquireSlot(db, limit, { ...turnOf(caller), isUrgent: true, waitMs: 0 });
    },
    pause: (caller, pauseMs) => pauseLimit(db, keyOf(caller), pauseMs),
  };
}

/** Names a login where it must not be read. */
export function hashOfLogin({ apiLogin, apiKey }: Caller['credentials']): Buffer {
  return digest(apiLogin === undefined ? `api_key:${apiKey}` : `api_login:${apiLogin}`);
}
