import type { BranchId, ConnectionId, ConnectionTrouble, CrmRight } from '#contract/connections/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { countsOf } from '#server/platform/values/fields.ts';
import { storeUnparseable } from '#server/platform/webhooks/inbox.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { type BranchChange, countPayloads, selectBranches, updateBranch } from './branch-queries.ts';
import type { Refusal, UnreadableRecord } from '#server/connections/port.ts';
import { findConnection, noteConnectionSeen, saveHealth } from './queries.ts';
import { healthOf, type KnownBranch, type KnownConnection } from './rules.ts';
import { countUnknownFields } from './unknown-field-queries.ts';

/** Records a successful reading of the branch and clears its problem. */
export async function noteRead(
  scope: ActionScope,
  branch: Pick<KnownBranch, 'id' | 'connectionId'>,
  change: Pick<BranchChange, 'activeMastersCount' | 'changedUntil' | 'readRevision' | 'syncedAt'> = {},
): Promise<void> {
  await updateBranch(scope, branch.id, { ...change, ...(change.syncedAt && { syncBeganAt: null }), trouble: null });
  await noteConnectionSeen(scope, branch.connectionId, { checkedAt: scope.clock.now() });
  await settleHealth(scope, branch.connectionId);
  if (change.syncedAt) await announce(scope, 'connections');
}

/** Records up to when the branch's client cards are read. */
export async function noteClientsRead(
  scope: TenantScope,
  branchId: BranchId,
  clientsUntil: Temporal.Instant,
): Promise<void> {
  await updateBranch(scope, branchId, { clientsUntil });
}

/** Records that everything before the branch was connected has been read. */
export async function notePastRead(scope: ActionScope, branchId: BranchId): Promise<void> {
  await updateBranch(scope, branchId, { pastReadAt: scope.clock.now() });
}

/** Records why the branch could not be read. */
export async function noteReadFailed(
  scope: ActionScope,
  branch: Pick<KnownBranch, 'id' | 'connectionId'>,
  { trouble, text }: Pick<Refusal, 'trouble' | 'text'>,
): Promise<void> {
  await updateBranch(scope, branch.id, { trouble: { code: trouble, text } });
  await noteConnectionSeen(scope, branch.connectionId, { checkedAt: scope.clock.now() });
  await settleHealth(scope, branch.connectionId);
}

/** Counts payloads by the vendor's id of the branch; those of other branches count for the connection alone. */
export async function recordPayloadCount(
  scope: ActionScope,
  {
    connectionId,
    counts,
    at,
  }: { connectionId: ConnectionId; counts: ReadonlyMap<string, number>; at: Temporal.Instant },
): Promise<void> {
  const branches = await selectBranches(scope, { connectionId, externalIds: [...counts.keys()] });
  for (const branch of branches) await countPayloads(scope, branch.id, counts.get(branch.externalId) ?? 0, at);
  await noteConnectionSeen(scope, connectionId, { eventAt: at });
  await settleHealth(scope, connectionId);
  await announce(scope, 'connections');
}

/** Stores a payload the vendor does not document, shows it, and raises one notice. */
export async function noteUnreadable(scope: ActionScope, connectionId: ConnectionId): Promise<void> {
  const connection = await findConnection(scope, connectionId);
  if (!connection) return;
  const params = { connectionId, connectionKind: connection.kind, title: connection.title };
  const notice = { kind: 'hook_unreadable', key: `unreadable:${connectionId}`, severity: 'attention', params } as const;
  await raiseNotice(scope, scope.clock.now(), notice);
  await announce(scope, 'connections');
}

/** Stores and shows unreadable records of a list like unreadable payloads; a record stored already raises no notice. */
export async function noteUnreadableRecords(
  scope: ActionScope,
  connectionId: ConnectionId,
  records: readonly UnreadableRecord[],
): Promise<void> {
  const provider = (await findConnection(scope, connectionId))?.kind;
  if (!provider || records.length === 0) return;
  const source = { provider, sourceId: connectionId };
  if ((await storeUnparseable(scope, source, records, scope.clock.now())) > 0)
    await noteUnreadable(scope, connectionId);
}

/** Counts fields the vendor does not document; they are ignored, and reveal changes of the vendor's API. */
export async function noteUnknownFields(
  scope: ActionScope,
  connectionId: ConnectionId,
  fields: readonly string[],
): Promise<void> {
  if (fields.length === 0) return;
  const counted = { counts: countsOf(fields), now: scope.clock.now() };
  const newFields = await countUnknownFields(scope, connectionId, counted);
  if (newFields.length > 0)
    scope.log.info({ connectionId, fields: newFields }, 'a vendor sends fields it does not document');
}

/** Computes the connection's health from its branches; raises a notice when it breaks and resolves it on recovery. */
export async function settleHealth(scope: ActionScope, id: ConnectionId): Promise<void> {
  const health = healthOf(await selectBranches(scope, { connectionId: id }));
  const now = scope.clock.now();
  if (!(await saveHealth(scope, id, health, now))) return;

  const key = `connection:${id}`;
  if (health.state === 'broken') {
    const connection = await findConnection(scope, id);
    const { title = '', kind: connectionKind = null } = connection ?? {};
    const params = { connectionId: id, connectionKind, title, trouble: health.trouble, text: health.text };
    await raiseNotice(scope, now, { kind: 'connection_broken', key, severity: 'bad', params });
  } else {
    await resolveNotice(scope, now, key);
  }
  await announce(scope, 'connections');
}

/** Raises a notice that names missing rights; resolves it when they are granted. */
export async function notifyMissingRights(
  scope: ActionScope,
  branch: KnownBranch,
  rights: readonly CrmRight[],
): Promise<void> {
  const now = scope.clock.now();
  const key = `rights:${branch.id}`;
  const isSame =
    rights.length === branch.missingRights.length && rights.every((one) => branch.missingRights.includes(one));
  if (!isSame) await resolveNotice(scope, now, key); // the earlier notice named other rights
  if (rights.length === 0) return;
  const { connectionId } = branch;
  const connectionKind = (await findConnection(scope, connectionId))?.kind ?? null;
  const params = { connectionId, connectionKind, branchId: branch.id, branchTitle: branch.title, rights };
  await raiseNotice(scope, now, { kind: 'rights_missing', key, severity: 'attention', params });
}

/** Raises a notice that the access will end although calls still work. */
export async function notifyAccessEnding(
  scope: ActionScope,
  { id, kind: connectionKind, title }: KnownConnection,
  trouble: ConnectionTrouble,
): Promise<void> {
  const params = { connectionId: id, connectionKind, title, trouble };
  const notice = { kind: 'access_ending', key: accessKey(id), severity: 'attention', params } as const;
  await raiseNotice(scope, scope.clock.now(), notice);
}

/** Resolves that notice: the account was connected again. */
export async function resolveAccessEnding(scope: ActionScope, id: ConnectionId): Promise<void> {
  await resolveNotice(scope, scope.clock.now(), accessKey(id));
}

const accessKey = (id: ConnectionId) => `access:${id}`;

/** Raises a notice that the system had stopped posting to us: what it changed meanwhile is found by polling. */
export async function notifyWebhooksRestored(scope: ActionScope, branch: KnownBranch): Promise<void> {
  const { connectionId, connectionKind, id: branchId, title: branchTitle } = branch;
  const params = { connectionId, connectionKind, branchId, branchTitle };
  const key = `webhooks:${branchId}`;
  await resolveNotice(scope, scope.clock.now(), key); // an earlier notice may have been read
  await raiseNotice(scope, scope.clock.now(), { kind: 'webhooks_restored', key, severity: 'attention', params });
}

/** Stores whether loyalty cards can be requested, as the last request showed. */
export async function noteLoyalty(scope: TenantScope, branchId: BranchId, hasLoyalty: boolean): Promise<void> {
  await updateBranch(scope, branchId, { hasLoyalty });
  await announce(scope, 'connections');
}
