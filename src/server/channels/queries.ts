import { type Selectable, sql } from 'kysely';
import { ChannelId, ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels.ts';
import type { SystemScope, TenantScope } from '#server/platform/db.ts';
import type { Channels } from '#server/platform/schema.gen.ts';
import { TenantId } from '#contract/tenants.ts';

/** A channel of this room; its secrets are still sealed. */
export type ChannelRow = {
  id: ChannelId;
  kind: ChannelKind;
  title: string;
  address: string;
  externalId: string;
  state: ChannelState;
  trouble: ChannelTrouble | null;
  troubleText: string | null;
  stateChangedAt: Temporal.Instant;
  box: Buffer;
  /** The registered webhook URL. */
  webhookUrl: string | null;
  position: number;
  lastCheckedAt: Temporal.Instant | null;
  isCheckUnanswered: boolean;
  lastInboundAt: Temporal.Instant | null;
  lastSentAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  removedAt: Temporal.Instant | null;
};

/** Columns of a channel; its current rate limit belongs to the dispatcher. */
const channelColumns = [
  'id',
  'kind',
  'title',
  'address',
  'external_id',
  'state',
  'trouble',
  'trouble_text',
  'state_changed_at',
  'credentials',
  'webhook_url',
  'position',
  'last_checked_at',
  'is_check_unanswered',
  'last_inbound_at',
  'last_sent_at',
  'created_at',
  'removed_at',
] as const;

export async function listChannelRows({ tx, tenantId }: TenantScope, kind?: ChannelKind): Promise<ChannelRow[]> {
  const rows = await tx
    .selectFrom('channels')
    .select(channelColumns)
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(toChannel);
}

/** Finds removed ones too. */
export async function findChannel({ tx, tenantId }: TenantScope, id: ChannelId): Promise<ChannelRow | undefined> {
  const row = await tx
    .selectFrom('channels')
    .select(channelColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toChannel(row);
}

/** Locks the row until the transaction ends, so that reports of its state are serialized. */
export async function findChannelForUpdate(
  { tx, tenantId }: TenantScope,
  id: ChannelId,
): Promise<ChannelRow | undefined> {
  const row = await tx
    .selectFrom('channels')
    .select(channelColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toChannel(row);
}

/** Lists channels of the same sender, a connected one first, then the one removed last. */
export async function listTwins(
  { tx, tenantId }: TenantScope,
  sender: { kind: ChannelKind; externalId: string },
): Promise<ChannelRow[]> {
  const rows = await tx
    .selectFrom('channels')
    .select(channelColumns)
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', sender.kind)
    .where('external_id', '=', sender.externalId)
    .orderBy('removed_at', (order) => order.desc().nullsFirst())
    .execute();
  return rows.map(toChannel);
}

/** Serializes connecting of one tenant, so that its limit is kept. */
export async function lockConnecting({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`channels:${tenantId}`}, 0))`.execute(tx);
}

export async function countChannels({ tx, tenantId }: TenantScope): Promise<number> {
  const { count } = await tx
    .selectFrom('channels')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export type NewChannel = Pick<ChannelRow, 'id' | 'kind' | 'title' | 'address' | 'externalId' | 'box'> & {
  webhookSecretHash: Buffer;
};

/** Last in the order of preference; `init` until its webhook is registered. */
export async function insertChannel(
  { tx, tenantId }: TenantScope,
  channel: NewChannel,
  now: Temporal.Instant,
): Promise<void> {
  const { last } = await tx
    .selectFrom('channels')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('channels')
    .values({
      tenant_id: tenantId,
      id: channel.id,
      kind: channel.kind,
      title: channel.title,
      address: channel.address,
      external_id: channel.externalId,
      state: 'init',
      state_changed_at: now,
      credentials: channel.box,
      webhook_secret_hash: channel.webhookSecretHash,
      position: (last ?? 0) + 1,
      created_at: now,
    })
    .execute();
}

export type ChannelChange = Partial<{
  title: string;
  address: string;
  box: Buffer;
  webhookSecretHash: Buffer;
  webhookUrl: string;
  state: ChannelState;
  trouble: ChannelTrouble | null;
  troubleText: string | null;
  stateChangedAt: Temporal.Instant;
  lastCheckedAt: Temporal.Instant;
  isCheckUnanswered: boolean;
  lastInboundAt: Temporal.Instant;
  removedAt: Temporal.Instant | null;
}>;

export async function updateChannel(
  { tx, tenantId }: TenantScope,
  id: ChannelId,
  change: ChannelChange,
): Promise<void> {
  await tx
    .updateTable('channels')
    .set({
      title: change.title,
      address: change.address,
      credentials: change.box,
      webhook_secret_hash: change.webhookSecretHash,
      webhook_url: change.webhookUrl,
      state: change.state,
      trouble: change.trouble,
      trouble_text: change.troubleText,
      state_changed_at: change.stateChangedAt,
      last_checked_at: change.lastCheckedAt,
      is_check_unanswered: change.isCheckUnanswered,
      last_inbound_at: change.lastInboundAt,
      removed_at: change.removedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a channel that never worked; a working one is removed, not deleted. */
export async function deleteChannel({ tx, tenantId }: TenantScope, id: ChannelId): Promise<void> {
  await tx.deleteFrom('channels').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Returns milliseconds until providers may be called again, by channel; those that may be called now are omitted. */
export async function listRests(
  { tx, tenantId }: TenantScope,
  channelIds: readonly ChannelId[],
): Promise<Map<ChannelId, number>> {
  const rows = await tx
    .selectFrom('channels')
    .select([
      'id',
      sql<number>`(extract(epoch from throttled_until - statement_timestamp()) * 1000)::float8`.as('rest_ms'),
    ])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any(${channelIds}::uuid[])`)
    .where(sql<boolean>`throttled_until > statement_timestamp()`)
    .execute();
  return new Map(rows.map((row) => [ChannelId.parse(row.id), row.rest_ms]));
}

/** Lists channels of all tenants that a webhook may be for. */
export async function listWebhookChannels(
  { tx }: SystemScope,
  asked: readonly { tenantId: TenantId; secretHash: Buffer }[],
): Promise<(Pick<ChannelRow, 'id' | 'kind' | 'box'> & { tenantId: TenantId; secretHash: Buffer })[]> {
  const rows = await tx
    .selectFrom('channels')
    .select(['tenant_id', 'id', 'kind', 'credentials', 'webhook_secret_hash'])
    .where(
      sql<boolean>`(tenant_id, webhook_secret_hash) in (select * from unnest(
        ${asked.map(({ tenantId }) => tenantId)}::uuid[], ${asked.map(({ secretHash }) => secretHash)}::bytea[]))`,
    )
    .where('removed_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    tenantId: TenantId.parse(row.tenant_id),
    id: ChannelId.parse(row.id),
    kind: ChannelKind.parse(row.kind),
    box: row.credentials,
    secretHash: row.webhook_secret_hash,
  }));
}

/**
 * Lists every fully connected channel of every tenant.
 *
 * @param elsewhere only those whose registered webhook URL does not begin so
 */
export async function listAllChannels(
  { tx }: SystemScope,
  elsewhere?: string,
): Promise<{ tenantId: TenantId; channelId: ChannelId }[]> {
  const rows = await tx
    .selectFrom('channels')
    .select(['tenant_id', 'id'])
    .where('removed_at', 'is', null)
    .where('state', '<>', 'init')
    .$if(elsewhere !== undefined, (query) =>
      query.where(sql<boolean>`not starts_with(coalesce(webhook_url, ''), ${elsewhere})`),
    )
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), channelId: ChannelId.parse(row.id) }));
}

function toChannel(row: Pick<Selectable<Channels>, (typeof channelColumns)[number]>): ChannelRow {
  return {
    id: ChannelId.parse(row.id),
    kind: ChannelKind.parse(row.kind),
    title: row.title,
    address: row.address,
    externalId: row.external_id,
    state: ChannelState.parse(row.state),
    trouble: row.trouble === null ? null : ChannelTrouble.parse(row.trouble),
    troubleText: row.trouble_text,
    stateChangedAt: row.state_changed_at,
    box: row.credentials,
    webhookUrl: row.webhook_url,
    position: row.position,
    lastCheckedAt: row.last_checked_at,
    isCheckUnanswered: row.is_check_unanswered,
    lastInboundAt: row.last_inbound_at,
    lastSentAt: row.last_sent_at,
    createdAt: row.created_at,
    removedAt: row.removed_at,
  };
}
