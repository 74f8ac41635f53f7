import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import type { SenderAtWork } from '#server/channels/senders-port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Lists mailings that have begun and are not over, with the channels chosen for them. */
export async function listMailingsAtWork({ tx, tenantId }: TenantScope): Promise<SenderAtWork[]> {
  const { rows } = await sql<{ id: string; title: string; channel_ids: string[] | null }>`
    select id, title, settings -> 'channelIds' as channel_ids from mailings
    where tenant_id = ${tenantId} and deleted_at is null and status in ('waiting', 'working', 'pause', 'error')`.execute(
    tx,
  );
  return rows.map(({ channel_ids, ...row }) => ({
    ...row,
    kind: 'mailing',
    channelIds: (channel_ids ?? []).map((id) => ChannelId.parse(id)),
  }));
}
