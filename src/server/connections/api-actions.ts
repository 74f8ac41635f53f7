import { API_KIND, isPolled } from '#contract/connection-kinds.ts';
import type { ConnectionId, ConnectionKind } from '#contract/connections.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { digest, newSecret } from '#server/platform/vault.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { putBranch, selectBranches, updateBranch } from './branch-queries.ts';
import { findLastConnection, insertConnection, lockConnecting, noteConnectionSeen } from './queries.ts';
import type { KnownBranch } from './rules.ts';
import { sealSecrets } from './secrets.ts';

/** The branch of what programs post without naming one. */
const FIRST_BRANCH = 'main';

/**
 * The place that everything programs post belongs to: one connection a cabinet, with a first branch that is called
 * like the business. Made when it is first asked for; one that the owner disconnected stays so until she takes it back.
 *
 * @returns the first branch
 * @throws {Problem} `api.disconnected`
 */
export async function openApiConnection(
  ctx: Pick<Context, 'clock' | 'vault'>,
  scope: TenantScope,
): Promise<KnownBranch> {
  const known = await findApiConnection(scope);
  if (known?.removedAt) throw new Problem('api.disconnected');
  const [first] = known ? await selectBranches(scope, { connectionId: known.id, externalIds: [FIRST_BRANCH] }) : [];
  if (first) return first;

  await lockConnecting(scope);
  const { name } = await getTenant(scope);
  const connectionId = (await findApiConnection(scope))?.id ?? (await makeConnection(ctx, scope, name));
  return makeBranch(ctx, scope, connectionId, { externalId: FIRST_BRANCH, title: name });
}

/** A branch as a program names it: known, or made now. A title or zone that is given is taken over. */
export async function putApiBranch(
  ctx: Pick<Context, 'clock' | 'vault'>,
  scope: TenantScope,
  named: { externalId: string; title?: string | undefined; timeZone?: string | undefined },
): Promise<KnownBranch> {
  const { connectionId } = await openApiConnection(ctx, scope);
  const [known] = await selectBranches(scope, { connectionId, externalIds: [named.externalId] });
  const isSame =
    known &&
    (named.title === undefined || named.title === known.title) &&
    (named.timeZone === undefined || named.timeZone === known.timeZone);
  if (isSame) return known;
  const title = named.title ?? known?.title ?? named.externalId;
  return makeBranch(ctx, scope, connectionId, { ...named, title, timeZone: named.timeZone ?? known?.timeZone });
}

/** Since when programs are refused; null while the connection is there, and before the first token. */
export async function findApiDisconnection(
  scope: TenantScope,
): Promise<{ connectionId: ConnectionId; since: Temporal.Instant } | null> {
  const known = await findApiConnection(scope);
  return known?.removedAt ? { connectionId: known.id, since: known.removedAt } : null;
}

/** Whoever looks at tokens sees at once that programs are refused, or are not any more. */
export async function announceApiChange(scope: TenantScope, { kind }: { kind: ConnectionKind }): Promise<void> {
  if (!isPolled(kind)) await announce(scope, 'integrations');
}

/** Programs post to one connection: an earlier one is not taken back beside it. */
export async function demandOneApi(scope: TenantScope, { kind }: { kind: ConnectionKind }): Promise<void> {
  if (isPolled(kind)) return;
  const known = await findApiConnection(scope);
  if (known && !known.removedAt) throw new Problem('connection.already_connected');
}

const findApiConnection = (scope: TenantScope) => findLastConnection(scope, API_KIND);

/** Something was posted: the connection lives. */
export async function noteApiPost(scope: TenantScope, connectionId: ConnectionId, at: Temporal.Instant): Promise<void> {
  await noteConnectionSeen(scope, connectionId, { checkedAt: at, eventAt: at });
  await announce(scope, 'connections');
}

/** Programs come by their own tokens: the connection's webhook is nobody's. */
async function makeConnection(
  { clock, vault }: Pick<Context, 'clock' | 'vault'>,
  scope: TenantScope,
  title: string,
): Promise<ConnectionId> {
  const webhookSecret = newSecret();
  const credentials = sealSecrets({ vault }, scope.tenantId, { credentials: {}, webhookSecret, webhookToken: null });
  const now = clock.now();
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
  { clock }: Pick<Context, 'clock'>,
  scope: TenantScope,
  connectionId: ConnectionId,
  { externalId, title, timeZone }: { externalId: string; title: string; timeZone?: string | undefined },
): Promise<KnownBranch> {
  const tenant = await getTenant(scope);
  const now = clock.now();
  const facts = {
    externalId,
    title,
    city: null,
    address: null,
    phone: null,
    timeZone: timeZone ?? tenant.timeZone,
    currency: tenant.currency,
    isLicenceActive: true,
    cancelClosesMinutes: 0,
  };
  const id = await putBranch(scope, connectionId, facts, now);
  // NOTE: nothing is to be read of such a branch, so it never waits for its first reading.
  await updateBranch(scope, id, { syncedAt: now });
  const [branch] = await selectBranches(scope, { id });
  if (!branch) throw new Problem('branch.not_found');
  return branch;
}
