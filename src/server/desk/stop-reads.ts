import { ChannelId } from '#contract/channels/calls.ts';
import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** What goes through a desk: channels that are its inboxes, and channels of ours that it shows. */
export async function listDeskChannels(
  { tx, tenantId }: TenantScope,
  connectionId: ConnectionId,
): Promise<{ id: ChannelId; title: string; isInbox: boolean }[]> {
  const channels = (table: 'desk_inboxes' | 'desk_channels') =>
    tx
      .selectFrom(`${table} as d`)
      .innerJoin('channels as c', (join) =>
        join.onRef('c.tenant_id', '=', 'd.tenant_id').onRef('c.id', '=', 'd.channel_id'),
      )
      .select(['c.id', 'c.title'])
      .where('d.tenant_id', '=', tenantId)
      .where('d.connection_id', '=', connectionId)
      .where('d.is_on', '=', true)
      .where('c.removed_at', 'is', null)
      .orderBy('c.title')
      .execute();
  const [inboxes, shown] = [await channels('desk_inboxes'), await channels('desk_channels')];
  return [
    ...inboxes.map(({ id, title }) => ({ id: ChannelId.parse(id), title, isInbox: true })),
    ...shown.map(({ id, title }) => ({ id: ChannelId.parse(id), title, isInbox: false })),
  ];
}
