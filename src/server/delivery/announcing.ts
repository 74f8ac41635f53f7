import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { announce } from '#server/platform/realtime.ts';

const WITHIN_MS = 1_000;

/** Tenants with an announcement that is about to be made. */
const waiting = new Set<TenantId>();

/**
 * Announces a change of the log to the tenant's open pages within a second, once for all changes meanwhile.
 *
 * For changes that occur many times a second. It takes no part in a transaction, so that records and claims do not
 * block each other; an announcement lost with its process is made up for by the next.
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
