import { type Selectable, sql } from 'kysely';
import { ChannelId, ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels/calls.ts';
import { LIMITED_KINDS } from '#contract/channels/kinds.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { Channels } from '#server/platform/database/schema.gen.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { dailyCapOf } from '#server/channels/warm-up/cap-rules.ts';
import type { AccountBalance } from '#server/channels/port.ts';

/** A channel of this room; its secrets are still sealed. */
export type ChannelRow = {
  id: ChannelId;
  kind: ChannelKind;
  title: string;
  /** Empty until a channel was first paired. */
  address: string;
  /** Null until a channel was first paired. */
  externalId: string | null;
  state: ChannelState;
  trouble: ChannelTrouble | null;
  troubleText: string | null;
  stateChangedAt: Temporal.Instant;
  box: Buffer;
  /** The registered webhook URL up to its kind and secret. */
  webhookBase: string | null;
  position: number;
  /** The tenant's own limit of messages per day; null: none. */
  dailyCap: number | null;
  lastCheckedAt: Temporal.Instant | null;
  isCheckUnanswered: boolean;
  /** Null where templates were never read. */
  templatesReadAt: Temporal.Instant | null;
  /** Why the last attempt to read them failed. */
  templatesTrouble: ChannelTrouble | null;
  /** As last reported; null where the provider reports none. */
  balance: AccountBalance | null;
  lastInboundAt: Temporal.Instant | null;
  lastSentAt: Temporal.Instant | null;
  /** The provider's rating, in lower case. */
  quality: string | null;
  /** Most people who may be written to first within 24 hours, shared by channels of one portfolio; null: any number. */
  peoplePerDay: number | null;
  portfolio: string | null;
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
  'webhook_base',
  'position',
  'settings',
  'last_checked_at',
  'is_check_unanswered',
  'templates_read_at',
  'templates_trouble',
  'balance',
  'balance_currency',
  'last_inbound_at',
  'last_sent_at',
  'quality',
  'people_per_day',
  'portfolio',
  'created_at',
  'removed_at',
] as const;

/** Lists connected channels in order of preference; without those never paired. */
export async function listChannelRows({ tx, tenantId }: TenantScope, kind?: ChannelKind): Promise<ChannelRow[]> {
  const rows = await tx
    .selectFrom('channels')
    .select(channelColumns)
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .where('external_id', 'is not', null)
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
export async function listChannelsOfSender(
  { tx, tenantId }: TenantScope,
  sender: { kind: ChannelKind; externalId: string | null },
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

/** Finds the channel that was never paired, if any: a tenant has at most one of each kind. */
export async function findUnpaired({ tx, tenantId }: TenantScope, kind?: ChannelKind): Promise<ChannelRow | undefined> {
  const row = await tx
    .selectFrom('channels')
    .select(channelColumns)
    .where('tenant_id', '=', tenantId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .where('external_id', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toChannel(row);
}

/** Whether a sender is connected in another cabinet. */
export async function isConnectedElsewhere(
  { tx }: SystemScope,
  { kind, externalId }: { kind: ChannelKind; externalId: string },
  tenantId: TenantId,
): Promise<boolean> {
  const row = await tx
    .selectFrom('channels')
    .select('id')
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .where('removed_at', 'is', null)
    .where('tenant_id', '<>', tenantId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Serializes connecting of one tenant, so that its limit is kept. */
export async function lockConnecting({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`channels:${tenantId}`}, 0))`.execute(tx);
}

/** Counts connected channels, without those never paired. */
/** Counts connected channels that count against the account's limit. */
export async function countLimitedChannels({ tx, tenantId }: TenantScope): Promise<number> {
  const { count } = await tx
    .selectFrom('channels')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .where('external_id', 'is not', null)
    .where('kind', 'in', LIMITED_KINDS)
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
  externalId: string;
  box: Buffer;
  webhookSecretHash: Buffer;
  webhookBase: string | null;
  state: ChannelState;
  trouble: ChannelTrouble | null;
  troubleText: string | null;
  stateChangedAt: Temporal.Instant;
  lastCheckedAt: Temporal.Instant;
  isCheckUnanswered: boolean;
  templatesReadAt: Temporal.Instant;
  templatesTrouble: ChannelTrouble | null;
  balance: AccountBalance | null;
  quality: string | null;
  peoplePerDay: number | null;
  portfolio: string | null;
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
      external_id: change.externalId,
      credentials: change.box,
      webhook_secret_hash: change.webhookSecretHash,
      webhook_base: change.webhookBase,
      state: change.state,
      trouble: change.trouble,
      trouble_text: change.troubleText,
      state_changed_at: change.stateChangedAt,
      last_checked_at: change.lastCheckedAt,
      is_check_unanswered: change.isCheckUnanswered,
      templates_read_at: change.templatesReadAt,
      templates_trouble: change.templatesTrouble,
      balance: change.balance && change.balance.amount,
      balance_currency: change.balance && change.balance.currency,
      quality: change.quality,
      people_per_day: change.peoplePerDay,
      portfolio: change.portfolio,
      removed_at: change.removedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Records when a contact last wrote. @returns the time recorded before */
export async function putInboundTime(
  { tx, tenantId }: TenantScope,
  id: ChannelId,
  at: Temporal.Instant,
): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ last_inbound_at: Temporal.Instant | null }>`
    with noted as (
      update channels set last_inbound_at = ${at} where tenant_id = ${tenantId} and id = ${id})
    select last_inbound_at from channels where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return rows[0]?.last_inbound_at ?? null;
}

/** Deletes a channel that never worked; a working one is removed, not deleted. */
export async function deleteChannel({ tx, tenantId }: TenantScope, id: ChannelId): Promise<void> {
  await tx.deleteFrom('channels').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Returns milliseconds until providers may be called again, by channel; those that may be called now are omitted. */
export async function listPausesLeft(
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
  targets: readonly { tenantId: TenantId; secretHash: Buffer }[],
): Promise<(Pick<ChannelRow, 'id' | 'kind' | 'box'> & { tenantId: TenantId; secretHash: Buffer })[]> {
  const rows = await tx
    .selectFrom('channels')
    .select(['tenant_id', 'id', 'kind', 'credentials', 'webhook_secret_hash'])
    .where(
      sql<boolean>`(tenant_id, webhook_secret_hash) in (select * from unnest(
        ${targets.map(({ tenantId }) => tenantId)}::uuid[], ${targets.map(({ secretHash }) => secretHash)}::bytea[]))`,
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
 * Lists every fully connected channel of every tenant; without those that are being paired.
 *
 * @param elsewhere only those whose registered webhook URL does not begin with it
 */
export async function listAllChannels(
  { tx }: SystemScope,
  elsewhere?: string,
): Promise<{ tenantId: TenantId; channelId: ChannelId }[]> {
  const rows = await tx
    .selectFrom('channels')
    .select(['tenant_id', 'id'])
    .where('removed_at', 'is', null)
    .where('external_id', 'is not', null)
    .where('state', 'not in', ['init', 'loading', 'GotQrCode'])
    .$if(elsewhere !== undefined, (query) => query.where('webhook_base', 'is distinct from', elsewhere ?? null))
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
    webhookBase: row.webhook_base,
    position: row.position,
    dailyCap: dailyCapOf(row.settings),
    lastCheckedAt: row.last_checked_at,
    isCheckUnanswered: row.is_check_unanswered,
    templatesReadAt: row.templates_read_at,
    templatesTrouble: row.templates_trouble === null ? null : ChannelTrouble.parse(row.templates_trouble),
    balance: row.balance === null ? null : { amount: row.balance, currency: row.balance_currency },
    lastInboundAt: row.last_inbound_at,
    lastSentAt: row.last_sent_at,
    quality: row.quality,
    peoplePerDay: row.people_per_day,
    portfolio: row.portfolio,
    createdAt: row.created_at,
    removedAt: row.removed_at,
  };
}
