import { hostname } from 'node:os';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { dropLease, LEASE_MS, renewLease } from './lease-queries.ts';

// NOTE: a process: it takes part in sending, between whose calls it opens transactions.

const RENEW_MS = 1_000;

/** The holder stops this long before the lease ends: a call that has begun takes a moment to leave. */
const MARGIN_MS = 400;

/** Identifies the holder to people who read the table. */
export const PROCESS_ID = `${hostname()}:${process.pid}`;

export type Lease = {
  readonly epoch: number;
  /**
   * Whether a call may be made now. Uses the machine's monotonic clock: a process that was frozen, or disconnected
   * from the database, finds the lease expired without a query.
   */
  holds(): boolean;
  /** The database renewed the lease in a statement that began at `startedAt` of {@link performance.now}. */
  extend(startedAt: number): void;
  /**
   * Records when the channel last sent; written with the next renewal, so that recording a send does not block a
   * claim.
   */
  noteSent(at: Temporal.Instant): void;
  drop(): Promise<void>;
};

/**
 * Holds a lease that was just taken, and renews it every second until it is dropped or lost.
 *
 * @param startedAt `performance.now()` before the statement that took it
 */
export function keepLease(
  ctx: Pick<Context, 'db' | 'log'>,
  { tenantId, channelId, epoch }: { tenantId: TenantId; channelId: ChannelId; epoch: number },
  startedAt: number,
): Lease {
  let holdsUntil = startedAt + LEASE_MS - MARGIN_MS;
  let isLost = false;
  let sentAt: Temporal.Instant | null = null;
  let renewing: Promise<void> = Promise.resolve();
  const renew = async () => {
    const startedAt = performance.now();
    const isRenewed = await withTenant(ctx, tenantId, (scope) => renewLease(scope, channelId, { epoch, sentAt }));
    if (isRenewed) holdsUntil = Math.max(holdsUntil, startedAt + LEASE_MS - MARGIN_MS);
    else isLost = true;
  };
  const timer = setInterval(() => {
    renewing = renewing
      .then(renew)
      .catch((error: unknown) => ctx.log.warn({ err: error, channelId }, 'lease not renewed'));
  }, RENEW_MS);
  timer.unref();
  return {
    epoch,
    holds: () => !isLost && performance.now() < holdsUntil,
    extend(startedAt) {
      holdsUntil = Math.max(holdsUntil, startedAt + LEASE_MS - MARGIN_MS);
    },
    noteSent(at) {
      sentAt = at;
    },
    async drop() {
      clearInterval(timer);
      await renewing;
      await withTenant(ctx, tenantId, (scope) => dropLease(scope, channelId, { epoch, sentAt }));
    },
  };
}
