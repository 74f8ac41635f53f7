import { type Selectable, sql } from 'kysely';
import {
  BranchId,
  ConnectionId,
  ConnectionKind,
  ConnectionState,
  ConnectionTrouble,
  CrmRight,
} from '#contract/connections/calls.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { WebhookAddress } from '#server/platform/webhooks/webhook-intake.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { Connections } from '#server/platform/database/schema.gen.ts';
import type { Health, KnownConnection } from './rules.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** A connection with its sealed credentials; used by this room alone. */
export type SecretConnection = KnownConnection & { credentials: Buffer; createdAt: Temporal.Instant };

export async function listConnections(
  { tx, tenantId }: TenantScope,
  { kind, withRemoved = false }: { kind?: ConnectionKind | undefined; withRemoved?: boolean } = {},
): Promise<SecretConnection[]> {
  const rows = await tx
    .selectFrom('connections')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(!withRemoved, (query) => query.where('removed_at', 'is', null))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toConnection);
}

/** Finds the connected one of a kind; else the one disconnected last. */
export async function findLastConnection(
  { tx, tenantId }: TenantScope,
  kind: ConnectionKind,
): Promise<SecretConnection | undefined> {
  const row = await tx
    .selectFrom('connections')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .orderBy('removed_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row && toConnection(row);
}

/** Finds removed ones too. */
export async function findConnection(
  { tx, tenantId }: TenantScope,
  id: ConnectionId,
  { isLocked = false } = {},
): Promise<SecretConnection | undefined> {
  const row = await tx
    .selectFrom('connections')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toConnection(row);
}

/** Lists the connections, of all tenants, that webhook secrets belong to. */
export async function listWebhookConnections(
  { tx }: SystemScope,
  kind: ConnectionKind,
  addresses: readonly WebhookAddress[],
): Promise<
  { tenantId: TenantId; id: ConnectionId; secretHash: Buffer; tokenHash: Buffer | null; verifiesSignatures: boolean }[]
> {
  const rows = await tx
    .selectFrom('connections')
    .select(['tenant_id', 'id', 'webhook_secret_hash', 'webhook_token_hash', 'verifies_signatures'])
    .where(
      sql<boolean>`(tenant_id, webhook_secret_hash) in (select * from unnest(
        ${addresses.map((one) => one.tenantId)}::uuid[], ${addresses.map((one) => one.secretHash)}::bytea[]))`,
    )
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    tenantId: TenantId.parse(row.tenant_id),
    id: ConnectionId.parse(row.id),
    secretHash: row.webhook_secret_hash,
    tokenHash: row.webhook_token_hash,
    verifiesSignatures: row.verifies_signatures,
  }));
}

/** Lists the vendor's ids of the branches of connections of any tenants, by connection. */
export async function listAccountIds(
  { tx }: SystemScope,
  connections: readonly { tenantId: TenantId; id: ConnectionId }[],
): Promise<Map<string, string[]>> {
  if (connections.length === 0) return new Map();
  const rows = await tx
    .selectFrom('branches')
    .select(['connection_id', 'external_id'])
    .where(
      sql<boolean>`(tenant_id, connection_id) in (select * from unnest(
        ${connections.map((one) => one.tenantId)}::uuid[], ${connections.map((one) => one.id)}::uuid[]))`,
    )
    .where('removed_at', 'is', null)
    .execute();
  const byConnection = Map.groupBy(rows, (row) => row.connection_id);
  return new Map([...byConnection].map(([id, of]) => [id, of.map((row) => row.external_id)]));
}

/** Lists the connections of all tenants with unread payloads. */
export async function listUnreadConnections({
  tx,
}: SystemScope): Promise<{ tenantId: TenantId; connectionId: ConnectionId; kind: ConnectionKind }[]> {
  const { rows } = await sql<{ tenant_id: TenantId; id: ConnectionId; kind: ConnectionKind }>`
    select distinct c.tenant_id, c.id, c.kind from inbox i
    join connections c on c.tenant_id = i.tenant_id and c.id = i.source_id
    where i.state = 'new' and c.removed_at is null`.execute(tx);
  return rows.map((row) => ({ tenantId: row.tenant_id, connectionId: row.id, kind: row.kind }));
}

/** Serializes connecting within a cabinet: existing connections decide what is new. */
export async function lockConnecting({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`connect:${tenantId}`}, 0))`.execute(tx);
}

export async function insertConnection(
  { tx, tenantId }: TenantScope,
  connection: {
    kind: ConnectionKind;
    title: string;
    credentials: Buffer;
    webhookSecretHash: Buffer;
    /** Where the vendor sends one of our tokens with its payloads. */
    webhookTokenHash?: Buffer;
    /** Id of the marketplace application; absent where the owner's own login is used. */
    applicationId?: string;
    now: Temporal.Instant;
  },
): Promise<ConnectionId> {
  const id = newId(ConnectionId);
  await tx
    .insertInto('connections')
    .values({
      tenant_id: tenantId,
      id,
      kind: connection.kind,
      title: connection.title,
      state: 'working',
      state_changed_at: connection.now,
      credentials: connection.credentials,
      webhook_secret_hash: connection.webhookSecretHash,
      webhook_token_hash: connection.webhookTokenHash ?? null,
      application_id: connection.applicationId ?? null,
      last_checked_at: connection.now,
      created_at: connection.now,
    })
    .execute();
  return id;
}

/**
 * Stores new secrets for an existing connection, and restores it if it was removed.
 *
 * @param renewed.applicationId when it is read through a marketplace application from now on; absent: through its
 *   owner's own login
 */
export async function renewConnection(
  { tx, tenantId }: TenantScope,
  id: ConnectionId,
  renewed: { title: string; credentials: Buffer; applicationId?: string; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('connections')
    .set({
      title: renewed.title,
      credentials: renewed.credentials,
      application_id: renewed.applicationId ?? null,
      last_checked_at: renewed.now,
      removed_at: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function setConnectionRemoved(
  { tx, tenantId }: TenantScope,
  id: ConnectionId,
  removedAt: Temporal.Instant | null,
): Promise<void> {
  await tx
    .updateTable('connections')
    .set({ removed_at: removedAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** @returns whether anything but the time of the check changed */
export async function saveHealth(
  { tx, tenantId }: TenantScope,
  id: ConnectionId,
  { state, trouble, text }: Health,
  now: Temporal.Instant,
): Promise<boolean> {
  const changed = sql<boolean>`(state, state_reason, state_text) is distinct from (${state}, ${trouble}, ${text})`;
  const updated = await tx
    .updateTable('connections')
    .set({ state, state_reason: trouble, state_text: text, state_changed_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(changed)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function noteConnectionSeen(
  { tx, tenantId }: TenantScope,
  id: ConnectionId,
  seen: { checkedAt?: Temporal.Instant; eventAt?: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('connections')
    .set({
      ...(seen.checkedAt && { last_checked_at: seen.checkedAt }),
      ...(seen.eventAt && { last_event_at: sql`greatest(last_event_at, ${seen.eventAt})` }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/**
 * Lists branches of some kinds to poll, of every tenant.
 *
 * @param brokenBefore a broken connection is polled only if it broke before this: it recovers by itself when the error
 *   was the vendor's, and otherwise waits for a person
 */
export async function listBranchesToPoll(
  { tx }: SystemScope,
  kinds: readonly ConnectionKind[],
  brokenBefore: Temporal.Instant,
): Promise<{ tenantId: TenantId; branchId: BranchId; kind: ConnectionKind }[]> {
  const rows = await tx
    .selectFrom('branches')
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .select(['branches.tenant_id', 'branches.id', 'connections.kind'])
    .where('branches.is_active', '=', true)
    .where('branches.removed_at', 'is', null)
    .where('connections.removed_at', 'is', null)
    .where('connections.kind', 'in', [...kinds])
    .where(({ eb, or }) =>
      or([eb('connections.state', '<>', 'broken'), eb('connections.last_checked_at', '<', brokenBefore)]),
    )
    .orderBy('branches.changed_until', (order) => order.asc().nullsFirst())
    .execute();
  return rows.map((row) => ({
    tenantId: TenantId.parse(row.tenant_id),
    branchId: BranchId.parse(row.id),
    kind: ConnectionKind.parse(row.kind),
  }));
}

/** Lists when stored tokens end, and whether they are still renewed. @param ids named by the credentials of connections */
export async function listTokenEnds(
  { tx, tenantId }: TenantScope,
  ids: readonly string[],
): Promise<{ id: string; expiresAt: Temporal.Instant; isRenewed: boolean }[]> {
  const rows = await tx
    .selectFrom('connection_tokens')
    .select(['id', 'expires_at', 'is_refused'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ id: row.id, expiresAt: row.expires_at, isRenewed: !row.is_refused }));
}

/** Keeps the codes that the contract knows. */
export function toRights(names: readonly string[]): CrmRight[] {
  return names.flatMap((name) => CrmRight.safeParse(name).data ?? []);
}

function toConnection(row: Selectable<Connections>): SecretConnection {
  return {
    id: ConnectionId.parse(row.id),
    kind: ConnectionKind.parse(row.kind),
    title: row.title,
    state: ConnectionState.parse(row.state),
    trouble: orNull(ConnectionTrouble, row.state_reason),
    troubleText: row.state_text,
    lastCheckedAt: row.last_checked_at,
    lastEventAt: row.last_event_at,
    removedAt: row.removed_at,
    credentials: row.credentials,
    createdAt: row.created_at,
  };
}
