import type { Requester } from '#server/connections/port.ts';
import type { Database } from '#server/platform/database/db.ts';
import { pauseLimit, acquireSlot } from '#server/platform/http/shared-limit.ts';
import type { VendorProfile } from './profile.ts';

/** Rate limiter of calls. */
export type RateLimiter = {
  /** Waits for a slot; returns 0, or milliseconds until a retry when none was free in time. */
  take(requester: Requester): Promise<number>;
  /** Blocks all calls for a time the vendor requests. */
  pause(pauseMs: number): Promise<void>;
};

/** The vendor's limits per caller IP address. */
export type Limits = { callsPerSecond: number; callsPerMinute: number };

/** A contact's answer waits for a slot; a job without one should free its worker soon. */
const URGENT_WAIT_MS = 10_000;
const BACKGROUND_WAIT_MS = 4_000;

/**
 * @param kind the vendor: each has its own limit
 * @param limits egress: identifies the IP address of calls; processes behind one address share its limits
 */
export function sharedRateLimiter(
  db: Database,
  kind: VendorProfile['kind'],
  { egress, callsPerSecond, callsPerMinute }: Limits & { egress: string },
): RateLimiter {
  const windows = [
    { limit: callsPerSecond, periodMs: 1_000 },
    { limit: callsPerMinute, periodMs: 60_000 },
  ];
  const limit = { key: `${kind}:${egress}`, windows };
  return {
    take: ({ tenantId, isUrgent, signal }) =>
      acquireSlot(db, limit, {
        client: tenantId,
        isUrgent,
        waitMs: isUrgent ? URGENT_WAIT_MS : BACKGROUND_WAIT_MS,
        signal,
      }),
    pause: (pauseMs) => pauseLimit(db, limit.key, pauseMs),
  };
}
