import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ConnectionId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** The messages of a contact on a channel, as one desk shows them. */
export type LinesKey = { connectionId: ConnectionId; channelId: ChannelId; contactId: ContactId };

export type NewLine = LinesKey & { itemId: string; at: Temporal.Instant };

/** @returns whether it is new */
export async function insertLine({ tx, tenantId }: TenantScope, line: NewLine): Promise<boolean> {
  const row = await tx
    .insertInto('desk_lines')
    .values({
      tenant_id: tenantId,
      connection_id: line.connectionId,
      item_id: line.itemId,
      channel_id: line.channelId,
      contact_id: line.contactId,
      at: line.at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'item_id']).doNothing())
    .returning('item_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds those of the messages that have left, by their channel. @returns the contacts with new lines */
export async function insertLeft(
  { tx, tenantId }: TenantScope,
  { connectionId, channelId }: Pick<LinesKey, 'connectionId' | 'channelId'>,
  messageIds: readonly string[],
): Promise<ContactId[]> {
  const { rows } = await sql<{ contact_id: string }>`
    insert into desk_lines (tenant_id, connection_id, item_id, channel_id, contact_id, at)
    select ${tenantId}::uuid, ${connectionId}::uuid, m.id, m.channel_id, m.contact_id, m.due_at from messages m
    where m.tenant_id = ${tenantId} and m.id = any (${[...messageIds]}::uuid[]) and m.channel_id = ${channelId}
      and m.phase = 'left' and not m.is_test and m.contact_id is not null
      and not exists (
        select from desk_answers a
        where a.tenant_id = ${tenantId} and a.message_id = m.id and a.connection_id = ${connectionId})
    on conflict do nothing
    returning contact_id`.execute(tx);
  return [...new Set(rows.map((row) => ContactId.parse(row.contact_id)))];
}

export type OpenLine = { itemId: string; at: Temporal.Instant; isRequested: boolean };

/** The first line of a contact that the desk does not have yet, locked until the transaction ends. */
export async function findNextLine(
  { tx, tenantId }: TenantScope,
  { connectionId, channelId, contactId }: LinesKey,
): Promise<OpenLine | undefined> {
  const row = await tx
    .selectFrom('desk_lines')
    .select(['item_id', 'at', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('channel_id', '=', channelId)
    .where('contact_id', '=', contactId)
    .where('state', 'in', ['waiting', 'asked'])
    .orderBy(sql`state = 'asked'`, 'desc')
    .orderBy('at')
    .orderBy('item_id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && { itemId: row.item_id, at: row.at, isRequested: row.state === 'asked' };
}

export async function setLine(
  { tx, tenantId }: TenantScope,
  { connectionId, itemId }: { connectionId: ConnectionId; itemId: string },
  change: { state: 'asked' | 'shown' | 'failed'; externalId?: string | null },
): Promise<void> {
  await tx
    .updateTable('desk_lines')
    .set({ state: change.state, external_id: change.externalId })
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('item_id', '=', itemId)
    .execute();
}

/** Whether a message of a desk is one that we wrote there: by our reference, or by its id. */
export async function isOwn(
  { tx, tenantId }: TenantScope,
  { connectionId, reference }: { connectionId: ConnectionId; reference: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('desk_lines')
    .select('item_id')
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('item_id', '=', reference)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets lines that wait: the channel is not shown any more. */
export async function deleteWaiting(
  { tx, tenantId }: TenantScope,
  { connectionId, channelId }: Pick<LinesKey, 'connectionId' | 'channelId'>,
): Promise<void> {
  await tx
    .deleteFrom('desk_lines')
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('channel_id', '=', channelId)
    .where('state', '=', 'waiting')
    .execute();
}

export async function countLines(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
  failedSince: Temporal.Instant,
): Promise<Map<string, { waiting: number; failed: number }>> {
  const { rows } = await sql<{ channel_id: string; waiting: number; failed: number }>`
    select channel_id, (count(*) filter (where state in ('waiting', 'asked')))::int as waiting,
      (count(*) filter (where state = 'failed' and at >= ${failedSince}))::int as failed
    from desk_lines
    where tenant_id = ${tenantId} and connection_id = ${connectionId} and state in ('waiting', 'asked', 'failed')
    group by channel_id`.execute(tx);
  return new Map(rows.map(({ channel_id: id, waiting, failed }) => [id, { waiting, failed }]));
}

/** Contacts with lines that have waited since a moment: the job that shows them was lost. */
export async function listStalled(
  { tx }: SystemScope,
  before: Temporal.Instant,
): Promise<{ tenantId: string; connectionId: string; channelId: string; contactId: string }[]> {
  const { rows } = await sql<{ tenant_id: string; connection_id: string; channel_id: string; contact_id: string }>`
    select distinct l.tenant_id, l.connection_id, l.channel_id, l.contact_id
    from desk_lines l
    join desk_channels c on c.tenant_id = l.tenant_id and c.connection_id = l.connection_id and c.channel_id = l.channel_id
    where l.state = 'waiting' and l.at < ${before} and c.is_on and c.is_connected
    limit 500`.execute(tx);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    connectionId: row.connection_id,
    channelId: row.channel_id,
    contactId: row.contact_id,
  }));
}
