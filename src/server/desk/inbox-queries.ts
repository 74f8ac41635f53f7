import { type Expression, sql, type SqlBool } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import { BranchId, ConnectionId, ConnectionTrouble } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** @property since what was written before is not taken in */
type Switched = {
  connectionId: ConnectionId;
  /** The account of the desk. */
  branchId: BranchId;
  channelId: ChannelId;
  isOn: boolean;
  isConnected: boolean;
  since: Temporal.Instant;
  trouble: ConnectionTrouble | null;
  troubleText: string | null;
};

/** An inbox of the desk's own. */
export type OwnInbox = Switched & {
  externalId: string;
  name: string;
  /** Returns whether the secrets of the connection have changed since its channel got its own. */
  signedBy: string;
};

/** A channel of ours with the inbox that we made for it. */
export type ShownChannel = Switched & { inboxId: string };

export type Trouble = Pick<Switched, 'trouble' | 'troubleText'>;

export const NO_TROUBLE: Trouble = { trouble: null, troubleText: null };

/** Whether anything of a cabinet is or was connected with a desk. */
export function hasDesk({ tenantId }: TenantScope): Expression<SqlBool> {
  return sql<SqlBool>`exists (select from desk_channels where tenant_id = ${tenantId})
    or exists (select from desk_inboxes where tenant_id = ${tenantId})`;
}

export async function hasDeskNow(scope: TenantScope): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasDesk(scope)} as has`.execute(scope.tx);
  return rows[0]?.has ?? false;
}

/** The desks in which the talks of a channel stand now. */
export async function listPlacesOfChannel(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
): Promise<ConnectionId[]> {
  const { rows } = await sql<{ connection_id: string }>`
    select connection_id from desk_channels
    where tenant_id = ${tenantId} and channel_id = ${channelId} and is_on and is_connected
    union
    select connection_id from desk_inboxes
    where tenant_id = ${tenantId} and channel_id = ${channelId} and is_on and is_connected`.execute(tx);
  return rows.map((row) => ConnectionId.parse(row.connection_id));
}

export async function listOwnInboxes({ tx, tenantId }: TenantScope, connectionId: ConnectionId): Promise<OwnInbox[]> {
  const rows = await tx
    .selectFrom('desk_inboxes')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    ...switchedOf(row),
    externalId: row.external_id,
    name: row.name,
    signedBy: row.signed_by,
  }));
}

export async function listShownChannels(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
): Promise<ShownChannel[]> {
  const rows = await tx
    .selectFrom('desk_channels')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .execute();
  return rows.map((row) => ({ ...switchedOf(row), inboxId: row.inbox_id }));
}

/** The desks that show a channel now. */
export async function listDesksOf({ tx, tenantId }: TenantScope, channelId: ChannelId): Promise<ShownChannel[]> {
  const rows = await tx
    .selectFrom('desk_channels')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('is_on', '=', true)
    .where('is_connected', '=', true)
    .execute();
  return rows.map((row) => ({ ...switchedOf(row), inboxId: row.inbox_id }));
}

function switchedOf(row: {
  connection_id: string;
  branch_id: string;
  channel_id: string;
  is_on: boolean;
  is_connected: boolean;
  since: Temporal.Instant;
  trouble: string | null;
  trouble_text: string | null;
}): Switched {
  return {
    connectionId: ConnectionId.parse(row.connection_id),
    branchId: BranchId.parse(row.branch_id),
    channelId: ChannelId.parse(row.channel_id),
    isOn: row.is_on,
    isConnected: row.is_connected,
    since: row.since,
    trouble: orNull(ConnectionTrouble, row.trouble),
    troubleText: row.trouble_text,
  };
}

/** Switches an inbox; its time begins again when it is switched on. */
export async function putOwnInbox({ tx, tenantId }: TenantScope, inbox: Omit<OwnInbox, 'isConnected'>): Promise<void> {
  const fields = {
    branch_id: inbox.branchId,
    name: inbox.name,
    signed_by: inbox.signedBy,
    channel_id: inbox.channelId,
    is_on: inbox.isOn,
    is_connected: true,
    since: inbox.since,
    trouble: inbox.trouble,
    trouble_text: inbox.troubleText,
  };
  await tx
    .insertInto('desk_inboxes')
    .values({ tenant_id: tenantId, connection_id: inbox.connectionId, external_id: inbox.externalId, ...fields })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'external_id']).doUpdateSet(fields))
    .execute();
}

export async function putShownChannel(
  { tx, tenantId }: TenantScope,
  channel: Omit<ShownChannel, 'isConnected'>,
): Promise<void> {
  const fields = {
    branch_id: channel.branchId,
    inbox_id: channel.inboxId,
    is_on: channel.isOn,
    is_connected: true,
    since: channel.since,
    trouble: channel.trouble,
    trouble_text: channel.troubleText,
  };
  await tx
    .insertInto('desk_channels')
    .values({ tenant_id: tenantId, connection_id: channel.connectionId, channel_id: channel.channelId, ...fields })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'channel_id']).doUpdateSet(fields))
    .execute();
}

export async function setInboxTrouble(
  { tx, tenantId }: TenantScope,
  { connectionId, externalId }: { connectionId: ConnectionId; externalId: string },
  { trouble, troubleText }: Trouble,
): Promise<void> {
  await tx
    .updateTable('desk_inboxes')
    .set({ trouble, trouble_text: troubleText })
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('external_id', '=', externalId)
    .execute();
}

export async function setChannelTrouble(
  { tx, tenantId }: TenantScope,
  { connectionId, channelId }: { connectionId: ConnectionId; channelId: ChannelId },
  { trouble, troubleText }: Trouble,
): Promise<void> {
  await tx
    .updateTable('desk_channels')
    .set({ trouble, trouble_text: troubleText })
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('channel_id', '=', channelId)
    .where(sql<boolean>`(trouble, trouble_text) is distinct from (${trouble}, ${troubleText})`)
    .execute();
}

/** The connection of a branch, removed or not, where it is an account of a desk with something switched. */
export async function findConnectionOf(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
): Promise<ConnectionId | null> {
  const { rows } = await sql<{ id: string }>`
    select connection_id as id from desk_inboxes where tenant_id = ${tenantId} and branch_id = ${branchId}
    union
    select connection_id from desk_channels where tenant_id = ${tenantId} and branch_id = ${branchId}`.execute(tx);
  return rows[0] ? ConnectionId.parse(rows[0].id) : null;
}

/** Records that an account of a desk stopped, or works again. */
export async function setConnected(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  isConnected: boolean,
): Promise<void> {
  const of = { is_connected: isConnected };
  await tx
    .updateTable('desk_inboxes')
    .set(of)
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .execute();
  await tx
    .updateTable('desk_channels')
    .set(of)
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .execute();
}
