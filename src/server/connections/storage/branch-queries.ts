import { ChannelId } from '#contract/channels/calls.ts';
import { type Selectable, sql } from 'kysely';
import {
  BranchId,
  ConnectionId,
  ConnectionKind,
  ConnectionTrouble,
  type CrmRight,
} from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { Branches } from '#server/platform/database/schema.gen.ts';
import type { BranchFacts } from '#server/connections/port.ts';
import { toRights } from './queries.ts';
import type { KnownBranch } from './rules.ts';
import { orNull } from '#server/platform/values/reading.ts';

export type BranchFilter = {
  id?: BranchId;
  connectionId?: ConnectionId;
  externalIds?: readonly string[];
  /** Includes branches removed alone or with their connection. */
  withRemoved?: boolean;
  isLocked?: boolean;
  /** Polls of these branches end only after the caller's transaction. */
  isShared?: boolean;
};

export async function selectBranches(
  { tx, tenantId }: TenantScope,
  { id, connectionId, externalIds, withRemoved = false, isLocked = false, isShared = false }: BranchFilter,
): Promise<KnownBranch[]> {
  const rows = await tx
    .selectFrom('branches')
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .selectAll('branches')
    .select([
      'connections.kind as connection_kind',
      sql<boolean>`connections.removed_at is not null`.as('is_connection_removed'),
    ])
    .where('branches.tenant_id', '=', tenantId)
    .$if(id !== undefined, (query) => query.where('branches.id', '=', id ?? ''))
    .$if(connectionId !== undefined, (query) => query.where('branches.connection_id', '=', connectionId ?? ''))
    .$if(externalIds !== undefined, (query) =>
      query.where('branches.external_id', '=', sql<string>`any (${[...(externalIds ?? [])]}::text[])`),
    )
    .$if(!withRemoved, (query) =>
      query.where('branches.removed_at', 'is', null).where('connections.removed_at', 'is', null),
    )
    .orderBy('branches.title')
    .orderBy('branches.id')
    .$if(isLocked, (query) => query.forUpdate('branches'))
    .$if(isShared, (query) => query.forShare('branches'))
    .execute();
  return rows.map(toBranch);
}

/** Stored facts of a branch; its time zone and currency are known. */
export type StoredBranchFacts = BranchFacts & { timeZone: string; currency: string };

/**
 * Connects a branch: inserts it, or restores it with its current title.
 *
 * @param readingSince changes before this count as history; a branch that is read already keeps its own value
 */
export async function putBranch(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
  facts: StoredBranchFacts,
  readingSince: Temporal.Instant,
): Promise<BranchId> {
  const columns = columnsOf(facts);
  const row = await tx
    .insertInto('branches')
    .values({
      tenant_id: tenantId,
      id: newId(BranchId),
      connection_id: connectionId,
      external_id: facts.externalId,
      reading_since: readingSince,
      ...columns,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'connection_id', 'external_id']).doUpdateSet({
        ...columns,
        is_active: true,
        removed_at: null,
        sync_trouble: null,
        sync_error: null,
        frozen_at: null,
        reading_since: sql`case when branches.removed_at is null and branches.is_active
          then branches.reading_since else excluded.reading_since end`,
        past_read_at: sql`case when branches.removed_at is null then branches.past_read_at end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return BranchId.parse(row.id);
}

/** Stores the vendor's facts about the branch. Its title and zone follow the vendor. */
export async function saveBranchFacts(
  { tx, tenantId }: TenantScope,
  id: BranchId,
  facts: StoredBranchFacts,
  checked: { rights: CrmRight[]; webhooksState: KnownBranch['webhooksState']; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('branches')
    .set({
      ...columnsOf(facts),
      missing_rights: checked.rights,
      hooks_state: checked.webhooksState,
      checked_at: checked.at,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export type BranchChange = Partial<{
  isActive: boolean;
  readingSince: Temporal.Instant;
  removedAt: Temporal.Instant | null;
  /** Since when the marketplace has suspended the application; null: it has not. */
  frozenAt: Temporal.Instant | null;
  webhooksState: KnownBranch['webhooksState'];
  webhooksHost: string | null;
  takesWebhooks: boolean;
  channelId: ChannelId | null;
  hasLoyalty: boolean;
  /** ISO 4217. */
  currency: string;
  activeMastersCount: number;
  changedUntil: Temporal.Instant;
  clientsUntil: Temporal.Instant;
  readRevision: number;
  syncedAt: Temporal.Instant;
  /** Written once and never changed. */
  pastReadAt: Temporal.Instant;
  syncBeganAt: Temporal.Instant | null;
  syncReadCount: number;
  syncTotalCount: number | null;
  /** Null: the reading succeeded. */
  trouble: { code: ConnectionTrouble; text: string | null } | null;
}>;

export async function updateBranch({ tx, tenantId }: TenantScope, id: BranchId, change: BranchChange): Promise<void> {
  const { trouble } = change;
  await tx
    .updateTable('branches')
    .set({
      ...(change.isActive !== undefined && { is_active: change.isActive }),
      ...(change.readingSince && { reading_since: change.readingSince }),
      ...(change.removedAt !== undefined && { removed_at: change.removedAt }),
      ...(change.frozenAt !== undefined && { frozen_at: change.frozenAt }),
      ...(change.webhooksState && { hooks_state: change.webhooksState }),
      ...(change.webhooksHost !== undefined && { hooks_reason: change.webhooksHost }),
      ...(change.takesWebhooks !== undefined && { takes_hooks: change.takesWebhooks }),
      ...(change.currency && { currency: change.currency }),
      ...(change.channelId !== undefined && { channel_id: change.channelId }),
      ...(change.hasLoyalty !== undefined && { has_loyalty: change.hasLoyalty }),
      ...(change.readRevision !== undefined && {
        read_revision: sql`greatest(read_revision, ${change.readRevision})`,
      }),
      ...(change.activeMastersCount !== undefined && { active_masters_count: change.activeMastersCount }),
      ...(change.changedUntil && { changed_until: sql`greatest(changed_until, ${change.changedUntil})` }),
      ...(change.clientsUntil && { clients_until: sql`greatest(clients_until, ${change.clientsUntil})` }),
      ...(change.syncedAt && { synced_at: change.syncedAt }),
      ...(change.pastReadAt && { past_read_at: sql`coalesce(past_read_at, ${change.pastReadAt})` }),
      ...(change.syncBeganAt !== undefined && { sync_began_at: change.syncBeganAt }),
      ...(change.syncReadCount !== undefined && { sync_read_count: change.syncReadCount }),
      ...(change.syncTotalCount !== undefined && { sync_total_count: change.syncTotalCount }),
      ...(trouble !== undefined && {
        sync_trouble: trouble?.code ?? null,
        sync_error: trouble && (trouble.text ?? trouble.code),
      }),
      ...(trouble?.code === 'licence_expired' && { licence_active: false }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Branches that have a channel of their own, with its id. */
export async function listBranchChannelRows({ tx, tenantId }: TenantScope): Promise<[BranchId, ChannelId][]> {
  const rows = await tx
    .selectFrom('branches')
    .select(['id', 'channel_id'])
    .where('tenant_id', '=', tenantId)
    .where('channel_id', 'is not', null)
    .execute();
  return rows.map((row) => [BranchId.parse(row.id), ChannelId.parse(row.channel_id)]);
}

/** Counts the vendor's payloads for a branch. A received payload proves that our address is entered. */
export async function countPayloads(
  { tx, tenantId }: TenantScope,
  id: BranchId,
  count: number,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('branches')
    .set({
      webhooks_count: sql`webhooks_count + ${count}`,
      last_event_at: sql`greatest(last_event_at, ${at})`,
      hooks_state: 'set',
      hooks_reason: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

function columnsOf(facts: StoredBranchFacts) {
  return {
    title: facts.title,
    city: facts.city,
    address: facts.address,
    latitude: facts.coordinates?.latitude ?? null,
    longitude: facts.coordinates?.longitude ?? null,
    phone: facts.phone,
    time_zone: facts.timeZone,
    currency: facts.currency,
    licence_active: facts.isLicenceActive,
    cancel_closes_minutes: facts.cancelClosesMinutes,
    move_closes_minutes: facts.moveClosesMinutes === undefined ? facts.cancelClosesMinutes : facts.moveClosesMinutes,
  };
}

type BranchRow = Selectable<Branches> & { connection_kind: string; is_connection_removed: boolean };

function toBranch(row: BranchRow): KnownBranch {
  const isRemoved = row.removed_at !== null || row.is_connection_removed;
  const isActive = row.is_active && !isRemoved;
  return {
    id: BranchId.parse(row.id),
    connectionId: ConnectionId.parse(row.connection_id),
    connectionKind: ConnectionKind.parse(row.connection_kind),
    externalId: row.external_id,
    title: row.title,
    city: row.city,
    address: row.address,
    coordinates:
      row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude },
    phone: row.phone,
    timeZone: row.time_zone,
    currency: row.currency,
    isActive,
    isRemoved,
    activeMastersCount: row.active_masters_count,
    webhooksCount: row.webhooks_count,
    webhooksState: row.hooks_state as KnownBranch['webhooksState'], // checked by a table constraint
    webhooksHost: row.hooks_reason,
    takesWebhooks: row.takes_hooks,
    hasLoyalty: row.has_loyalty,
    readRevision: row.read_revision,
    channelId: row.channel_id === null ? null : ChannelId.parse(row.channel_id),
    missingRights: toRights(row.missing_rights),
    isLicenceActive: row.licence_active,
    isFrozen: row.frozen_at !== null,
    cancelClosesMinutes: row.cancel_closes_minutes,
    moveClosesMinutes: row.move_closes_minutes,
    readingSince: row.reading_since,
    changedUntil: row.changed_until,
    clientsUntil: row.clients_until,
    checkedAt: row.checked_at,
    lastEventAt: row.last_event_at,
    syncedAt: row.synced_at,
    pastReadAt: row.past_read_at,
    syncBeganAt: isActive ? row.sync_began_at : null,
    syncReadCount: row.sync_read_count,
    syncTotalCount: row.sync_total_count,
    syncTrouble: orNull(ConnectionTrouble, row.sync_trouble),
    syncError: row.sync_error,
  };
}
