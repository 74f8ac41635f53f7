import { sql } from 'kysely';
import { ConnectionId } from '#contract/connections/calls.ts';
import { CONSENT_KINDS } from '#contract/connections/kinds.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type SystemScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { selectBranches } from '#server/connections/storage/branch-queries.ts';
import { noteReadFailed, notifyAccessEnding } from '#server/connections/storage/health-actions.ts';
import { findConnection } from '#server/connections/storage/queries.ts';
import { openConnection } from '#server/connections/storage/opening-actions.ts';
import { renewTokenJob } from '#server/connections/jobs.ts';
import type { SourceContext } from '#server/connections/port.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Accounts that nobody calls lose their tokens after months: theirs are renewed as the others'. */
const DUE_HOURS = 6;

/** Queues a call of each connection whose cabinet has a token that ends soon. Runs on a schedule. */
export async function queueTokenRenewals(ctx: Context): Promise<void> {
  await withSystem(ctx, async (scope) => {
    const due = await listDueConnections(scope, ctx.clock.now().add({ hours: DUE_HOURS }));
    await enqueueAll(
      scope,
      due.map((one) => prepareJob(renewTokenJob, one, { unlessQueued: true })),
    );
  });
}

/**
 * Makes a call to the account: its token is renewed on the way, or its problem is shown. Where it cannot be renewed the
 * owner is notified while it still works.
 */
export async function renewToken(
  ctx: SourceContext,
  { tenantId, connectionId }: { tenantId: TenantId; connectionId: ConnectionId },
): Promise<void> {
  const { connection, branches } = await withTenant(ctx, tenantId, async (scope) => ({
    connection: await findConnection(scope, connectionId),
    branches: await selectBranches(scope, { connectionId }),
  }));
  const [branch] = branches;
  if (!connection || connection.removedAt || !branch) return;
  const { provider, caller } = openConnection({ ...ctx, tenantId }, connection);
  const read = await provider.getBranch(caller, branch.externalId);
  const trouble = read.isOk ? ((await provider.accessEnding?.(caller)) ?? null) : null;
  await withTenant(ctx, tenantId, async (scope) => {
    if (trouble !== null) await notifyAccessEnding(scope, connection, trouble);
    if (!read.isOk && !read.isTemporary) await noteReadFailed(scope, branch, read);
  });
}

async function listDueConnections(
  { tx }: SystemScope,
  endsBefore: Temporal.Instant,
): Promise<{ tenantId: TenantId; connectionId: ConnectionId }[]> {
  const rows = await tx
    .selectFrom('connections')
    .select(['tenant_id', 'id'])
    .where('kind', 'in', [...CONSENT_KINDS])
    .where('removed_at', 'is', null)
    .where('state', '<>', 'broken')
    .where(
      sql<boolean>`exists (select from connection_tokens t where t.tenant_id = connections.tenant_id
        and t.expires_at < ${endsBefore})`,
    )
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), connectionId: ConnectionId.parse(row.id) }));
}
