import { createHmac } from 'node:crypto';
import { ConnectionId } from '#contract/connections/calls.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { findExternalIdClaim } from '#server/platform/database/external-ids.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { selectBranches } from '#server/connections/storage/branch-queries.ts';
import { noteReadFailed } from '#server/connections/storage/health-actions.ts';

// NOTE: a process: it goes through the account's cabinet, which is found across all of them.

/**
 * Receives that an account of amoCRM has removed our integration: the connection is broken, and the owner is notified.
 * The signature is made with our secret.
 *
 * @throws {Problem} auth.required
 */
export async function receiveAmoRemoval(
  ctx: Context,
  removal: { accountId: string; clientId: string; signature: string },
): Promise<void> {
  const { clientId, clientSecret } = ctx.config.amo;
  if (!clientId || !clientSecret || removal.clientId !== clientId) throw new Problem('auth.required');
  const expected = createHmac('sha256', clientSecret).update(`${clientId}|${removal.accountId}`).digest('hex');
  if (!sameSecret(removal.signature.toLowerCase(), expected)) throw new Problem('auth.required');
  const holder = await withSystem(ctx, (scope) => findExternalIdClaim(scope, { kind: 'amo', name: removal.accountId }));
  if (!holder) return;
  const connectionId = ConnectionId.parse(holder.sourceId);
  await withTenant(ctx, holder.tenantId, async (scope) => {
    const branches = await selectBranches(scope, { connectionId, externalIds: [removal.accountId] });
    for (const branch of branches) await noteReadFailed(scope, branch, { trouble: 'application_removed', text: null });
  });
}
