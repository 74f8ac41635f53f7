import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { findOldestTransaction, listTenantsChanged, takeChanges } from './feed-queries.ts';
import type { MessageChange } from './rules.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

const BATCH_SIZE = 5_000;

/**
 * Passes the changes of messages since the last run to a reader, by tenant and batch, each in its own transaction. A
 * batch whose handler throws is passed again.
 *
 * @param reader name of the reader's cursor: never reused
 */
export async function readMessageChanges(
  ctx: Pick<Context, 'db'>,
  reader: string,
  handle: (scope: TenantScope, changes: readonly MessageChange[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { before, tenantIds } = await withSystem(ctx, async (scope) => {
    const before = await findOldestTransaction(scope);
    return { before, tenantIds: await listTenantsChanged(scope, { reader, before }) };
  });
  for (const tenantId of tenantIds)
    while (!signal.aborted && (await readBatch(ctx, { tenantId, reader, before, handle })));
}

async function readBatch(
  { db }: Pick<Context, 'db'>,
  reading: { tenantId: TenantId; reader: string; before: string; handle: Parameters<typeof readMessageChanges>[2] },
): Promise<boolean> {
  const { tenantId, reader, before, handle } = reading;
  return withTenant({ db }, tenantId, async (scope) => {
    const changes = await takeChanges(scope, { reader, before, limit: BATCH_SIZE });
    if (changes.length > 0) await handle(scope, changes);
    return changes.length === BATCH_SIZE;
  });
}
