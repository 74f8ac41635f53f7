import { sql } from 'kysely';
import { type ChannelId, ChannelKind, ChannelState } from '#contract/channels/calls.ts';
import { dailyCapOf } from '#server/channels/warm-up/cap-rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';

/** Duration of a lease since its last renewal; then the channel of a dead run is free. */
export const LEASE_MS = 3_000;

/** The channel's state when a new holder takes the lease. */
export type LeasedChannel = {
  epoch: number;
  kind: ChannelKind;
  state: ChannelState;
  /** The tenant's limit of messages per day; null without a limit. */
  dailyCap: number | null;
  tenantTimeZone: string;
};

/**
 * Takes the channel's lease, if no other run holds it. The epoch grows with every holder and fences off the one
 * before.
 */
export async function takeLease(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  holder: string,
): Promise<LeasedChannel | undefined> {
  const { rows } = await sql<{
    lease_epoch: number;
    kind: string;
    state: string;
    settings: unknown;
    time_zone: string;
  }>`
    update channels c set lease_holder = ${holder}, lease_epoch = c.lease_epoch + 1, lease_until = ${leaseEnd()}
    from tenants t
    where c.tenant_id = ${tenantId} and c.id = ${channelId} and c.removed_at is null and t.id = c.tenant_id
      and (c.lease_until is null or c.lease_until <= statement_timestamp())
    returning c.lease_epoch, c.kind, c.state, c.settings, t.time_zone`.execute(tx);
  const row = rows[0];
  return (
    row && {
      epoch: row.lease_epoch,
      kind: ChannelKind.parse(row.kind),
      state: ChannelState.parse(row.state),
      dailyCap: dailyCapOf(row.settings),
      tenantTimeZone: row.time_zone,
    }
  );
}

/** Milliseconds until the present lease ends; 0 when it has ended, null when the channel does not exist. */
export async function leaseLeftMs({ tx, tenantId }: TenantScope, channelId: ChannelId): Promise<number | null> {
  const { rows } = await sql<{ left_ms: number; is_removed: boolean }>`
    select coalesce(greatest(0, extract(epoch from lease_until - statement_timestamp()) * 1000), 0)::float8 as left_ms,
      removed_at is not null as is_removed
    from channels where tenant_id = ${tenantId} and id = ${channelId}`.execute(tx);
  const row = rows[0];
  return row && !row.is_removed ? row.left_ms : null;
}

/** `sentAt`: when the channel last sent, as far as this holder knows. */
type Held = { epoch: number; sentAt: Temporal.Instant | null };

/** @returns false when another run holds the channel now */
export async function renewLease(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { epoch, sentAt }: Held,
): Promise<boolean> {
  const renewed = await sql`
    update channels set lease_until = ${leaseEnd()}, last_sent_at = greatest(last_sent_at, ${sentAt}::timestamptz)
    where tenant_id = ${tenantId} and id = ${channelId} and lease_epoch = ${epoch} returning id`.execute(tx);
  return renewed.rows.length > 0;
}

export async function dropLease(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { epoch, sentAt }: Held,
): Promise<void> {
  await sql`
    update channels set lease_until = null, lease_holder = null, last_sent_at = greatest(last_sent_at, ${sentAt}::timestamptz)
    where tenant_id = ${tenantId} and id = ${channelId} and lease_epoch = ${epoch}`.execute(tx);
}

export function leaseEnd() {
  return sql`statement_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;
}

/**
 * Marks messages that a former holder claimed and never recorded as unknown: they may have been sent, or not.
 *
 * @returns their number
 */
export async function markFormerClaimsUnknown(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  epoch: number,
  now: Temporal.Instant,
): Promise<number> {
  const doubted = await sql`
    with changed as (
    update messages m set ${FORMER}, status = 'unknown', error_class = 'unknown_result', error_text = 'the sender stopped before the answer was recorded',
      updated_at = ${now}
    where tenant_id = ${tenantId} and channel_id = ${channelId} and phase = 'doubtful' and status = 'sending' and lease_epoch < ${epoch}
    returning ${CHANGE}
    ),
    ${countingChanges(tenantId)}
    select from changed`.execute(tx);
  return doubted.rows.length;
}

/** Pauses the channel, as the provider requested. */
export async function restChannel({ tx, tenantId }: TenantScope, channelId: ChannelId, restMs: number): Promise<void> {
  await sql`
    update channels set throttled_until = greatest(throttled_until, statement_timestamp() + ${restMs} * interval '1 millisecond')
    where tenant_id = ${tenantId} and id = ${channelId}`.execute(tx);
}
