import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { announce } from '#server/platform/realtime.ts';

const WITHIN_MS = 1_000;

/** Tenants whose cabinets this process is about to tell. */
const waiting = new Set<TenantId>();

/**
 * Tells open cabinets that the log changed: within a second, once for all that changes meanwhile.
 *
 * For what changes many times a second. It takes no part in a transaction, so that records and claims do not wait for
 * each other; one that is lost with its process is made up for by the next.
 */
export function announceLater(ctx: Pick<Context, 'db' | 'log'>, tenantId: TenantId): void {
  if (waiting.has(tenantId)) return;
  waiting.add(tenantId);
  setTimeout(() => {
    waiting.delete(tenantId);
    withTenant(ctx.db, tenantId, (scope) => announce(scope, 'delivery')).catch((error: unknown) => {
      ctx.log.debug({ err: error }, 'a change of the log was not announced');
    });
  }, WITHIN_MS).unref();
}
