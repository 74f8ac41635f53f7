import { API_KIND } from '#contract/connections/kinds.ts';
import type { ConnectionId, ConnectionKind } from '#contract/connections/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { digest, newSecret } from '#server/platform/secrets/vault.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { putBranch, selectBranches, updateBranch } from './branch-queries.ts';
import { findLastConnection, insertConnection, lockConnecting, noteConnectionSeen } from './queries.ts';
import type { KnownBranch } from './rules.ts';
import { sealSecrets } from './secrets.ts';
import { emitZoneChanged } from './zone-actions.ts';

/** The branch of API payloads that do not name one. */
const FIRST_BRANCH = 'main';

/**
 * Returns the connection of everything that API clients post: one per cabinet, with a first branch titled like the
 * business. It is created on first use; one that the owner removed stays removed until they restore it.
 *
 * @returns the first branch
 * @throws {Problem} `api.disconnected`
 */
export async function openApiConnection(scope: ActionScope): Promise<KnownBranch> {
  const known = await findApiConnection(scope);
  if (known?.removedAt) throw new Problem('api.disconnected');
  const [first] = known ? await selectBranches(scope, { connectionId: known.id, externalIds: [FIRST_BRANCH] }) : [];
  if (first) return first;

  await lockConnecting(scope);
  const { name } = await getTenant(scope);
  const connectionId = (await findApiConnection(scope))?.id ?? (await makeConnection(scope, name));
  return makeBranch(scope, connectionId, { externalId: FIRST_BRANCH, title: name });
}

/** Finds or creates a branch by the id an API client gives it. A given title or time zone is stored. */
export async function putApiBranch(
  scope: ActionScope,
  named: { externalId: string; title?: string | undefined; timeZone?: string | undefined },
): Promise<KnownBranch> {
  const { connectionId } = await openApiConnection(scope);
  const [known] = await selectBranches(scope, { connectionId, externalIds: [named.externalId] });
  const isSame =
    known &&
    (named.title === undefined || named.title === known.title) &&
    (named.timeZone === undefined || named.timeZone === known.timeZone);
  if (isSame) return known;
  const title = named.title ?? known?.title ?? named.externalId;
  return makeBranch(scope, connectionId, { ...named, title, timeZone: named.timeZone ?? known?.timeZone });
}

/** Returns when the owner disconnected the API; null while it is connected, and before the first token. */
export async function findApiDisconnection(
  scope: TenantScope,
): Promise<{ connectionId: ConnectionId; since: Temporal.Instant } | null> {
  const known = await findApiConnection(scope);
  return known?.removedAt ? { connectionId: known.id, since: known.removedAt } : null;
}

/** Announces to open token pages that API clients are refused or accepted again. */
export async function announceApiChange(scope: TenantScope, { kind }: { kind: ConnectionKind }): Promise<void> {
  if (kind === API_KIND) await announce(scope, 'integrations');
}

/** Allows one API connection per cabinet: an earlier one is not restored beside it. */
export async function requireSingleApi(scope: TenantScope, { kind }: { kind: ConnectionKind }): Promise<void> {
  if (kind !== API_KIND) return;
  const known = await findApiConnection(scope);
  if (known && !known.removedAt) throw new Problem('connection.already_connected');
}

const findApiConnection = (scope: TenantScope) => findLastConnection(scope, API_KIND);

/** Records that a client posted: the connection is in use. */
export async function noteApiPost(scope: TenantScope, connectionId: ConnectionId, at: Temporal.Instant): Promise<void> {
  await noteConnectionSeen(scope, connectionId, { checkedAt: at, eventAt: at });
  await announce(scope, 'connections');
}

/** API clients authenticate with tokens, so the connection's webhook secret is never used. */
async function makeConnection(scope: ActionScope, title: string): Promise<ConnectionId> {
  const webhookSecret = newSecret();
  const credentials = sealSecrets({ vault: scope.vault }, scope.tenantId, {
    credentials: {},
    webhookSecret,
    webhookToken: null,
  });
  const now = scope.clock.now();
  const id = await insertConnection(scope, {
    kind: API_KIND,
    title,
    credentials,
    webhookSecretHash: digest(webhookSecret),
    now,
  });
  await announce(scope, 'connections');
  return id;
}

async function makeBranch(
  scope: ActionScope,
  connectionId: ConnectionId,
  { externalId, title, timeZone }: { externalId: string; title: string; timeZone?: string | undefined },
): Promise<KnownBranch> {
  const tenant = await getTenant(scope);
  const now = scope.clock.now();
  const facts = {
    externalId,
    title,
    city: null,
    address: null,
    coordinates: null,
    phone: null,
    timeZone: timeZone ?? tenant.timeZone,
    currency: tenant.currency,
    isLicenceActive: true,
    cancelClosesMinutes: 0,
  };
  const [before] = await selectBranches(scope, { connectionId, externalIds: [externalId] });
  await emitZoneChanged(scope, before, facts.timeZone);
  const id = await putBranch(scope, connectionId, facts, now);
  // NOTE: such a branch is never polled, so it must not wait for its first reading.
  await updateBranch(scope, id, { syncedAt: now });
  const [branch] = await selectBranches(scope, { id });
  if (!branch) throw new Problem('branch.not_found');
  return branch;
}
