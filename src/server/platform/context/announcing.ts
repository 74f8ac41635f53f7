import type { DataRoom } from '#contract/data-rooms.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from './context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';

const WITHIN_MS = 1_000;

/** Announcements that are about to be made. */
const waiting = new Set<string>();

/**
 * Announces a change of a room to the tenant's open pages within a second, once for all changes meanwhile.
 *
 * For changes that occur many times a second. It takes no part in a transaction, so that changes do not block each
 * other; an announcement lost with its process is made up for by the next.
 */
export function announceLater(ctx: Pick<Context, 'db' | 'log'>, tenantId: TenantId, room: DataRoom): void {
  const key = `${tenantId}:${room}`;
  if (waiting.has(key)) return;
  waiting.add(key);
  setTimeout(() => {
    waiting.delete(key);
    withTenant(ctx, tenantId, (scope) => announce(scope, room)).catch((error: unknown) => {
      ctx.log.debug({ err: error, room }, 'a change was not announced');
    });
  }, WITHIN_MS).unref();
}
