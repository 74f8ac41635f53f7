import { type Selectable, sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import type { Pairing } from '#contract/channels/pairing.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { ChannelSessions } from '#server/platform/database/schema.gen.ts';

/** The session of a channel that is connected by pairing. */
export type SessionRow = {
  channelId: ChannelId;
  /** The pairing ends then; null: nobody pairs it. */
  expiresAt: Temporal.Instant | null;
  loadingSince: Temporal.Instant | null;
  expects: Pairing['expects'];
  /** The phone for which a code to enter was requested, when, and the code; null while there is none. */
  codePhone: string | null;
  codeRequestedAt: Temporal.Instant | null;
  phoneCode: string | null;
  linkHash: Buffer | null;
  linkOpenedAt: Temporal.Instant | null;
  /** The message to itself that is on its way. */
  echoId: string | null;
  echoedAt: Temporal.Instant | null;
  receivedAt: Temporal.Instant | null;
  restartedAt: Temporal.Instant | null;
};

const sessionColumns = [
  'channel_id',
  'expires_at',
  'loading_since',
  'expects',
  'code_phone',
  'code_requested_at',
  'phone_code',
  'link_hash',
  'link_opened_at',
  'echo_id',
  'echoed_at',
  'received_at',
  'restarted_at',
] as const;

export async function findSession(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
): Promise<SessionRow | undefined> {
  const row = await tx
    .selectFrom('channel_sessions')
    .select(sessionColumns)
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return row && toSession(row);
}

export async function findSessionByLink(
  { tx, tenantId }: TenantScope,
  linkHash: Buffer,
): Promise<SessionRow | undefined> {
  const row = await tx
    .selectFrom('channel_sessions')
    .select(sessionColumns)
    .where('tenant_id', '=', tenantId)
    .where('link_hash', '=', linkHash)
    .executeTakeFirst();
  return row && toSession(row);
}

export type SessionChange = Partial<Omit<SessionRow, 'channelId'>>;

/** Creates the session of a channel, or changes the given values of it. */
export async function putSession(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  change: SessionChange,
): Promise<void> {
  const values = toColumns(change);
  await tx
    .insertInto('channel_sessions')
    .values({ tenant_id: tenantId, channel_id: channelId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'channel_id']).doUpdateSet({ channel_id: channelId, ...values }),
    )
    .execute();
}

/** Records that the session received something; at most once in a while, because it is called for every payload. */
export async function putReceived(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { at, unlessSince }: { at: Temporal.Instant; unlessSince: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('channel_sessions')
    .set({ received_at: at })
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where((eb) => eb.or([eb('received_at', 'is', null), eb('received_at', '<', unlessSince)]))
    .execute();
}

/** Takes the link of a pairing for the page that opens it first. @returns false when it was opened before */
export async function takeLink(
  { tx, tenantId }: TenantScope,
  { linkHash, pageHash, now }: { linkHash: Buffer; pageHash: Buffer; now: Temporal.Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('channel_sessions')
    .set({ link_hash: pageHash, link_opened_at: now })
    .where('tenant_id', '=', tenantId)
    .where('link_hash', '=', linkHash)
    .where('link_opened_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists sessions of all tenants that are paired now, or that are connected and have received nothing since a moment. */
export async function listSessionsToFollow(
  { tx }: SystemScope,
  quietSince: Temporal.Instant,
): Promise<{ tenantId: TenantId; channelId: ChannelId }[]> {
  const rows = await tx
    .selectFrom('channel_sessions as s')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.tenant_id', '=', 's.tenant_id').onRef('c.id', '=', 's.channel_id'),
    )
    .select(['s.tenant_id', 's.channel_id'])
    .where('c.removed_at', 'is', null)
    .where(
      sql<boolean>`(s.expires_at is not null or ((c.state = 'Authorized' or c.trouble = 'deaf')
        and (s.received_at is null or s.received_at < ${quietSince})))`,
    )
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), channelId: ChannelId.parse(row.channel_id) }));
}

function toColumns(change: SessionChange) {
  return {
    ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
    ...(change.loadingSince !== undefined && { loading_since: change.loadingSince }),
    ...(change.expects !== undefined && { expects: change.expects }),
    ...(change.codePhone !== undefined && { code_phone: change.codePhone }),
    ...(change.codeRequestedAt !== undefined && { code_requested_at: change.codeRequestedAt }),
    ...(change.phoneCode !== undefined && { phone_code: change.phoneCode }),
    ...(change.linkHash !== undefined && { link_hash: change.linkHash }),
    ...(change.linkOpenedAt !== undefined && { link_opened_at: change.linkOpenedAt }),
    ...(change.echoId !== undefined && { echo_id: change.echoId }),
    ...(change.echoedAt !== undefined && { echoed_at: change.echoedAt }),
    ...(change.receivedAt !== undefined && { received_at: change.receivedAt }),
    ...(change.restartedAt !== undefined && { restarted_at: change.restartedAt }),
  };
}

function toSession(row: Pick<Selectable<ChannelSessions>, (typeof sessionColumns)[number]>): SessionRow {
  return {
    channelId: ChannelId.parse(row.channel_id),
    expiresAt: row.expires_at,
    loadingSince: row.loading_since,
    expects: row.expects as Pairing['expects'], // NOTE: the table's check
    codePhone: row.code_phone,
    codeRequestedAt: row.code_requested_at,
    phoneCode: row.phone_code,
    linkHash: row.link_hash,
    linkOpenedAt: row.link_opened_at,
    echoId: row.echo_id,
    echoedAt: row.echoed_at,
    receivedAt: row.received_at,
    restartedAt: row.restarted_at,
  };
}
