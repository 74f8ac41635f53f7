import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Channels that are inboxes of a desk, and channels of ours that it shows. */
export async function listDeskChannels(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
): Promise<{ id: ChannelId; title: string; isInbox: boolean }[]> {
  const { rows } = await sql<{ id: string; title: string; is_inbox: boolean }>`
    select c.id, c.title, d.is_inbox from (
      select channel_id, true as is_inbox from desk_inboxes
      where tenant_id = ${tenantId} and connection_id = ${connectionId} and is_on
      union all
      select channel_id, false from desk_channels
      where tenant_id = ${tenantId} and connection_id = ${connectionId} and is_on
    ) d
    join channels c on c.tenant_id = ${tenantId} and c.id = d.channel_id and c.removed_at is null
    order by d.is_inbox desc, c.title, c.id`.execute(tx);
  return rows.map(({ id, title, is_inbox: isInbox }) => ({ id: ChannelId.parse(id), title, isInbox }));
}
