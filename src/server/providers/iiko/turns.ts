import type { OrderCaller } from '#server/connections/order-port.ts';
import type { Database } from '#server/platform/db.ts';
import { pauseLimit, takeTurn } from '#server/platform/shared-limit.ts';
import { digest } from '#server/platform/vault.ts';

/** When one more call may be made; the vendor counts them by login. */
export type Turns = {
  /** Waits for a turn; 0, or milliseconds after which to try anew when there was none in time. */
  take(caller: OrderCaller): Promise<number>;
  /** Whether a token may be asked for now: 0, or milliseconds after which to try anew. Does not wait. */
  takeToken(caller: OrderCaller): Promise<number>;
  /** The vendor wants no call with the login for so long. */
  pause(caller: OrderCaller, pauseMs: number): Promise<void>;
};

/** The vendor publishes no figures; these are the careful ones. */
const CALLS = [{ limit: 5, periodMs: 1_000 }] as const;
const TOKENS = [{ limit: 1, periodMs: 60_000 }] as const;

/** An owner who connects waits for it; a job that has no turn soon had better leave its worker to others. */
const URGENT_WAIT_MS = 10_000;
const BACKGROUND_WAIT_MS = 4_000;

export function sharedTurns(db: Database): Turns {
  const keyOf = (caller: OrderCaller) => `iiko:${hashOfLogin(caller.credentials).toString('base64url')}`;
  const turnOf = ({ tenantId, isUrgent, signal }: OrderCaller) => ({ asker: tenantId, isUrgent, signal });
  return {
    take(caller) {
      const waitMs = caller.isUrgent ? URGENT_WAIT_MS : BACKGROUND_WAIT_MS;
      return takeTurn(db, { key: keyOf(caller), windows: CALLS }, { ...turnOf(caller), waitMs });
    },
    takeToken(caller) {
      const limit = { key: `${keyOf(caller)}:token`, windows: TOKENS };
      return takeTurn(db, limit, { ...turnOf(caller), isUrgent: true, waitMs: 0 });
    },
    pause: (caller, pauseMs) => pauseLimit(db, keyOf(caller), pauseMs),
  };
}

/** Names a login where it must not be read. */
export function hashOfLogin({ way, key }: OrderCaller['credentials']): Buffer {
  return digest(`${way}:${key}`);
}
