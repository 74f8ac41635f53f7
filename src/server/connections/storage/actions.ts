import type { MemberScope, ActionScope, Services } from '#server/platform/context/context.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import { connectionKind } from '#contract/connections/kinds.ts';
import type { BranchId, Connection, ConnectionId, ConnectionKind, getConnection } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { countUnreadable, listUnreadable } from '#server/platform/webhooks/inbox.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { claimExternalIds, releaseExternalIds } from '#server/platform/database/external-ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { resolveNotice } from '#server/tenants/actions.ts';
import { requireSingleApi, announceApiChange } from './api-actions.ts';
import { selectBranches, updateBranch } from './branch-queries.ts';
import { countFailedCommands } from './failed-command-queries.ts';
import { queueDropWebhooks, queueSync } from './sync-queueing-actions.ts';
import { branchSwitched } from '#server/connections/jobs.ts';
import { getSecretConnection } from './opening-actions.ts';
import {
  findConnection,
  listConnections,
  listTokenEnds,
  lockConnecting,
  type SecretConnection,
  setConnectionRemoved,
} from './queries.ts';
import { isUnread, type KnownBranch } from './rules.ts';
import { readSignatures, savePastedSecret, setSignatures, type Signatures } from './signing-queries.ts';
import { openSecrets, type Secrets, webhookOf } from './secrets.ts';
import { queueFrozenBranchChecks } from './frozen-branch-actions.ts';
import { listUnknownFields } from './unknown-field-queries.ts';

const SHOWN_UNREADABLE = 20;

/**
 * A removal can be undone within this time without any effect; after it, our address is removed from the vendor's
 * webhooks.
 */
const UNDO_SECONDS = 60;

/** Lists connections that are not removed, with their branches and health. */
export async function describeConnections(
  scope: ActionScope,
  kind?: ConnectionKind,
): Promise<z.input<typeof Connection>[]> {
  return describe(scope, await listConnections(scope, { kind }));
}

/** Lists the kinds of systems the cabinet is connected to, without repeats. */
export async function connectedKinds(scope: TenantScope): Promise<ConnectionKind[]> {
  return [...new Set((await listConnections(scope)).map(({ kind }) => kind))];
}

/** Describes one connection with its unreadable payloads and unknown fields. */
export async function describeConnection(
  scope: ActionScope,
  id: ConnectionId,
): Promise<z.input<(typeof getConnection)['reply']>> {
  const known = await getSecretConnection(scope, id);
  const payloads = await listUnreadable(scope, id, { now: scope.clock.now(), limit: SHOWN_UNREADABLE });
  const unreadable = payloads.map((payload) => ({ ...payload, receivedAt: payload.receivedAt.toString() }));
  const unknownFields = await listUnknownFields(scope, id);
  return { ...(await describeOne(scope, known)), unreadable, unknownFields };
}

/** Queues reading everything of the connection from scratch. */
export async function resyncConnection(scope: MemberScope, id: ConnectionId): Promise<z.input<typeof Connection>> {
  const connection = await getSecretConnection(scope, id);
  await syncBranches(scope, connection);
  await queueFrozenBranchChecks(scope, id);
  await announce(scope, 'connections');
  await resolveNotice(scope, scope.clock.now(), `unreadable:${id}`);
  return describeOne(scope, connection);
}

/**
 * Starts or stops messaging for one branch. Visits booked while it is stopped count as history when it starts again.
 */
export async function setBranchActive(
  scope: MemberScope,
  { connectionId, branchId, isActive }: { connectionId: ConnectionId; branchId: BranchId; isActive: boolean },
): Promise<z.input<typeof Connection>> {
  const connection = await getSecretConnection(scope, connectionId);
  const [branch] = await selectBranches(scope, { id: branchId, connectionId, isLocked: true });
  if (!branch) throw new Problem('branch.not_found');
  if (branch.isActive !== isActive) {
    await updateBranch(scope, branchId, { isActive, ...(isActive && { readingSince: scope.clock.now() }) });
    await emitBranchSwitched(scope, [branchId], isActive);
    if (isActive) await queueSync(scope, connection.kind, branchId);
  }
  return describeOne(scope, connection);
}

/**
 * Disconnects: flows of its branches stop, history stays. Our address is removed from the vendor's webhooks after the
 * undo period.
 */
export async function removeConnection(scope: MemberScope, id: ConnectionId): Promise<void> {
  const { kind } = await getSecretConnection(scope, id);
  const now = scope.clock.now();
  const branches = await selectBranches(scope, { connectionId: id });
  await setConnectionRemoved(scope, id, now);
  await resolveNotice(scope, now, `connection:${id}`);
  for (const branch of branches) await resolveNotice(scope, now, `rights:${branch.id}`);
  await releaseExternalIds(scope, id);
  await emitBranchSwitched(scope, activeIds(branches), false);
  await announceApiChange(scope, { kind });
  const runAt = now.add({ seconds: UNDO_SECONDS });
  await queueDropWebhooks(scope, { id, kind }, runAt);
}

/**
 * Restores a removed connection. Visits booked meanwhile count as history, unless it was restored within the undo
 * period.
 */
export async function restoreConnection(scope: MemberScope, id: ConnectionId): Promise<z.input<typeof Connection>> {
  await lockConnecting(scope);
  const connection = await findConnection(scope, id, { isLocked: true });
  if (!connection) throw new Problem('connection.not_found');
  if (connection.removedAt) {
    await requireSingleApi(scope, connection);
    await setConnectionRemoved(scope, id, null);
    const branches = await selectBranches(scope, { connectionId: id });
    await claimBranches(
      scope,
      connection,
      branches.map(({ externalId }) => externalId),
    );
    const now = scope.clock.now();
    const isHistory = isBefore(connection.removedAt.add({ seconds: UNDO_SECONDS }), now);
    for (const { id: branchId } of isHistory ? branches : [])
      await updateBranch(scope, branchId, { readingSince: now });
    await emitBranchSwitched(scope, await syncBranches(scope, connection), true);
    await announceApiChange(scope, connection);
  }
  return describeOne(scope, connection);
}

/**
 * Claims branches for this cabinet: a branch belongs to one cabinet at a time. @throws {Problem}
 * `connection.branch_elsewhere`
 */
export async function claimBranches(
  scope: TenantScope,
  { id, kind }: { id: ConnectionId; kind: ConnectionKind },
  externalIds: readonly string[],
): Promise<void> {
  const taken = await claimExternalIds(scope, { kind, sourceId: id, names: externalIds });
  if (taken.length > 0) throw new Problem('connection.branch_elsewhere', { branchExternalIds: taken });
}

/** Lists branches of all connections that are not removed, by title. */
export async function listBranches(
  scope: TenantScope,
  filter: { connectionId?: ConnectionId; externalIds?: readonly string[] } = {},
): Promise<KnownBranch[]> {
  return selectBranches(scope, filter);
}

/**
 * Lists the branches. If one was not read for long, they are locked until the caller's transaction ends: a poll that
 * reads them meanwhile reports it afterwards, so that it finds what the caller postponed.
 */
export async function listBranchesForSending(scope: TenantScope, now: Temporal.Instant): Promise<KnownBranch[]> {
  const branches = await selectBranches(scope, {});
  return branches.some((branch) => isUnread(branch, now)) ? selectBranches(scope, { isShared: true }) : branches;
}

/** Queues reading the active branches from scratch. @returns these branches */
async function syncBranches(
  scope: ActionScope,
  { id, kind }: { id: ConnectionId; kind: ConnectionKind },
): Promise<BranchId[]> {
  const ids = activeIds(await selectBranches(scope, { connectionId: id }));
  for (const branchId of ids) await queueSync(scope, kind, branchId);
  return ids;
}

/** Emits `branchSwitched` and announces the change to browsers. */
export async function emitBranchSwitched(
  scope: ActionScope,
  branchIds: readonly BranchId[],
  isActive: boolean,
): Promise<void> {
  const now = scope.clock.now();
  for (const branchId of branchIds) {
    await emit(scope, branchSwitched, {
      dedupeKey: randomUUIDv7(),
      facts: { branchId, isActive },
      occurredAt: now,
    });
  }
  await announce(scope, 'connections');
}

const activeIds = (branches: readonly KnownBranch[]) =>
  branches.filter((branch) => branch.isActive).map((branch) => branch.id);

/** Reads the connection again, so that the reply shows it after the change. */
export async function describeOne(
  scope: ActionScope,
  { id }: Pick<SecretConnection, 'id'>,
): Promise<z.input<typeof Connection>> {
  const [described] = await describe(scope, [await getSecretConnection(scope, id)]);
  if (!described) throw new Problem('connection.not_found');
  return described;
}

async function describe(
  scope: ActionScope,
  connections: readonly SecretConnection[],
): Promise<z.input<typeof Connection>[]> {
  const ids = connections.map(({ id }) => id);
  const unreadable = await countUnreadable(scope, ids, scope.clock.now());
  const failed = await countFailedCommands(scope, ids);
  const branches = Map.groupBy(await selectBranches(scope, {}), (branch) => branch.connectionId);
  const signatures = await readSignatures(scope, ids);
  const accesses = await listAccesses(scope, connections);
  return connections.map((one) => ({
    id: one.id,
    kind: one.kind,
    title: one.title,
    state: one.state,
    trouble: one.trouble,
    troubleText: one.troubleText,
    lastCheckedAt: one.lastCheckedAt?.toString() ?? null,
    lastEventAt: one.lastEventAt?.toString() ?? null,
    unreadableCount: unreadable.get(one.id) ?? 0,
    failedCommandsCount: failed.get(one.id) ?? 0,
    branches: (branches.get(one.id) ?? []).map(toWire),
    ...shownWebhook(scope, scope.tenantId, one),
    signatures: connectionKind(one.kind).signs ? toSignatures(signatures.get(one.id)) : null,
    foreignAccount: toForeign(signatures.get(one.id)),
    access: accesses.get(one.id) ?? null,
  }));
}

const toSignatures = (read: Signatures | undefined) =>
  read ? { isVerified: read.isVerified, failures: read.failures, failedAt: read.failedAt?.toString() ?? null } : null;

const toForeign = ({ foreignAccount: foreign = null }: Partial<Signatures> = {}) =>
  foreign && { name: foreign.name, at: foreign.at.toString() };

/** Stores a secret that a person pasted, or switches the verification; failures are counted from here on. */
export async function changeSignatures(
  scope: ActionScope,
  {
    connectionId,
    secret,
    isVerified,
  }: { connectionId: ConnectionId; secret?: string | undefined; isVerified?: boolean | undefined },
): Promise<z.input<typeof Connection>> {
  const connection = await getSecretConnection(scope, connectionId);
  const { signs, signsAlways } = connectionKind(connection.kind);
  if (!signs || (signsAlways && isVerified === false)) throw new Problem('connection.not_found');
  if (secret !== undefined) await savePastedSecret(scope, connectionId, scope.vault.seal(scope.tenantId, { secret }));
  if (isVerified !== undefined) await setSignatures(scope, connectionId, { verifies: isVerified });
  await announce(scope, 'connections');
  return describeOne(scope, connection);
}

/** Lists until when the systems of connections by consent let us in. */
async function listAccesses(
  scope: ActionScope,
  connections: readonly SecretConnection[],
): Promise<Map<ConnectionId, z.input<typeof Connection>['access']>> {
  const tokenIds = new Map<string, ConnectionId>();
  for (const { id, kind, credentials } of connections) {
    if (connectionKind(kind).connects !== 'consent') continue;
    const { tokenId } = openIfReadable(scope, scope.tenantId, credentials)?.credentials ?? {};
    if (tokenId) tokenIds.set(tokenId, id);
  }
  if (tokenIds.size === 0) return new Map();
  const tokens = await listTokenEnds(scope, [...tokenIds.keys()]);
  return new Map(
    tokens.flatMap(({ id, expiresAt, isRenewed }) => {
      const connectionId = tokenIds.get(id);
      return connectionId ? [[connectionId, { until: expiresAt.toString(), isRenewed }] as const] : [];
    }),
  );
}

/**
 * Empty where no vendor posts: API clients make calls instead. Empty also where the secrets were sealed with another
 * key: such a connection has to be connected again.
 */
function shownWebhook(
  ctx: Services,
  tenantId: TenantId,
  { kind, credentials }: SecretConnection,
): { webhookUrl: string; webhookToken: string | null } {
  if (connectionKind(kind).reads === null) return { webhookUrl: '', webhookToken: null };
  const secrets = openIfReadable(ctx, tenantId, credentials);
  if (!secrets) return { webhookUrl: '', webhookToken: null };
  return { webhookUrl: webhookOf(ctx, kind, secrets).url, webhookToken: secrets.webhookToken };
}

/** Returns null for secrets that were sealed with another key. */
function openIfReadable(ctx: Services, tenantId: TenantId, credentials: Buffer): Secrets | null {
  try {
    return openSecrets(ctx, tenantId, credentials);
  } catch (error) {
    ctx.log.warn({ err: error, tenantId }, 'the secrets of a connection cannot be opened');
    return null;
  }
}

function toWire(branch: KnownBranch): z.input<typeof Connection>['branches'][number] {
  const { lastEventAt, syncedAt, syncBeganAt, changedUntil } = branch;
  return {
    ...branch,
    lastEventAt: lastEventAt?.toString() ?? null,
    syncedAt: syncedAt?.toString() ?? null,
    syncBeganAt: syncBeganAt?.toString() ?? null,
    changedUntil: changedUntil?.toString() ?? null,
  };
}
