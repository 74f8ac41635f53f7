import type { ClinicCaller } from '#server/connections/clinic-port.ts';
import type { Database } from '#server/platform/database/db.ts';
import { acquireSlot, pauseLimit } from '#server/platform/http/shared-limit.ts';
import { digest } from '#server/platform/secrets/vault.ts';

/** Rate limiter of calls; the vendor counts them by token. */
export type RateLimiter = {
  /** Waits for a slot; returns 0, or milliseconds until a retry when none was free in time. */
  take(caller: ClinicCaller): Promise<number>;
  /** Blocks calls with the token for a time the vendor requests. */
  pause(caller: ClinicCaller, pauseMs: number): Promise<void>;
};

/** A contact's answer waits for a slot. */
const URGENT_WAIT_MS = 10_000;
const BACKGROUND_WAIT_MS = 4_000;

/** @param limits of one token; the vendor publishes none */
export function sharedRateLimiter(db: Database, { callsPerSecond }: { callsPerSecond: number }): RateLimiter {
  const windows = [{ limit: callsPerSecond, periodMs: 1_000 }];
  const keyOf = ({ token }: ClinicCaller) => `medflex:${digest(token).toString('base64url')}`;
  return {
    take: (caller) =>
      acquireSlot(
        db,
        { key: keyOf(caller), windows },
        {
          client: caller.tenantId,
          isUrgent: caller.isUrgent,
          waitMs: caller.isUrgent ? URGENT_WAIT_MS : BACKGROUND_WAIT_MS,
          signal: caller.signal,
        },
      ),
    pause: (caller, pauseMs) => pauseLimit(db, keyOf(caller), pauseMs),
  };
}
