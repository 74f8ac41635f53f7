import type { Requester } from '#server/connections/port.ts';
import type { Database } from '#server/platform/db.ts';
import { pauseLimit, acquireSlot } from '#server/platform/shared-limit.ts';
import type { VendorProfile } from './profile.ts';

/** When one more call may be made. */
export type Turns = {
  /** Waits for a turn; 0, or milliseconds after which to try anew when there was none in time. */
  take(requester: Requester): Promise<number>;
  /** The vendor wants no call from anybody for so long. */
  pause(pauseMs: number): Promise<void>;
};

/** The vendor's limits, for each address that calls come from. */
const WINDOWS = [
  { limit: 5, periodMs: 1_000 },
  { limit: 200, periodMs: 60_000 },
] as const;

/** A customer who answered waits for it; a job that has no turn soon had better leave its worker to others. */
const URGENT_WAIT_MS = 10_000;
const BACKGROUND_WAIT_MS = 4_000;

/**
 * @param kind the vendor: each counts for itself
 * @param egress names the address calls come from: processes behind one address share its limit
 */
export function sharedTurns(db: Database, kind: VendorProfile['kind'], egress: string): Turns {
  const limit = { key: `${kind}:${egress}`, windows: WINDOWS };
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
