import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/** Lists the connected channels of all tenants with unread payloads. */
export async function listUnreadChannels({ tx }: SystemScope): Promise<{ tenantId: TenantId; channelId: ChannelId }[]> {
  const { rows } = await sql<{ tenant_id: TenantId; channel_id: ChannelId }>`
    select distinct i.tenant_id, i.source_id as channel_id from inbox i
    join channels c on c.tenant_id = i.tenant_id and c.id = i.source_id
    where i.state = 'new' and c.removed_at is null`.execute(tx);
  return rows.map((row) => ({ tenantId: row.tenant_id, channelId: row.channel_id }));
}
