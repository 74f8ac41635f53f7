import { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import { beginReading } from './source-actions.ts';
import { findSource, listSourcesToRead, purgeSources } from './source-queries.ts';

// NOTE: a process: it goes through sources of many cabinets, one transaction each.

/** Sources of one round; the rest come with the next. */
const READ_AGAIN_AT_ONCE = 500;

/** Has pages and sites read again whose time has come. */
export async function readDueSources(ctx: Context): Promise<void> {
  const due = await withSystem(ctx, (scope) => listSourcesToRead(scope, ctx.clock.now(), READ_AGAIN_AT_ONCE));
  for (const { tenantId, id } of due) {
    await withTenant(ctx, TenantId.parse(tenantId), async (scope) => {
      const source = await findSource(scope, id, { isLocked: true });
      const isDue =
        source?.nextReadAt && compareInstants(Temporal.Instant.from(source.nextReadAt), ctx.clock.now()) <= 0;
      if (isDue) await beginReading(scope, id);
    });
  }
}

const RESTORABLE_HOURS = 24;

/** Forgets sources that were deleted a day ago; their files are deleted as unused ones are. */
export async function purgeDeletedSources(ctx: Context): Promise<void> {
  const before = ctx.clock.now().subtract({ hours: RESTORABLE_HOURS });
  await withSystem(ctx, (scope) => purgeSources(scope, before));
}
