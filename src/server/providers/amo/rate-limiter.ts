import type { Requester } from '#server/connections/port.ts';
import type { Database } from '#server/platform/database/db.ts';
import { acquireSlot, pauseLimit } from '#server/platform/http/shared-limit.ts';

/** Rate limiter of calls: each account has its own, and too many calls to one slow our whole integration. */
export type RateLimiter = {
  /** Waits for a slot; returns 0, or milliseconds until a retry when none was free in time. */
  take(requester: Requester, host: string): Promise<number>;
  /** Stops calls to all accounts for a time. */
  pause(pauseMs: number): Promise<void>;
};

const URGENT_WAIT_MS = 10_000;
const BACKGROUND_WAIT_MS = 4_000;
/** The limit of all accounts together: only its pauses count. */
const INTEGRATION = { key: 'amo', windows: [{ limit: 1_000, periodMs: 1_000 }] };

export function sharedRateLimiter(db: Database, { callsPerSecond }: { callsPerSecond: number }): RateLimiter {
  return {
    async take({ tenantId, isUrgent, signal }, host) {
      const call = { client: tenantId, isUrgent, signal, waitMs: isUrgent ? URGENT_WAIT_MS : BACKGROUND_WAIT_MS };
      const waitMs = await acquireSlot(db, INTEGRATION, call);
      if (waitMs > 0) return waitMs;
      const windows = [{ limit: callsPerSecond, periodMs: 1_000 }];
      return acquireSlot(db, { key: `amo:${host}`, windows }, call);
    },
    pause: (pauseMs) => pauseLimit(db, INTEGRATION.key, pauseMs),
  };
}
