import type { ChannelId } from '#contract/channels/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Finds the conversation with a contact by a channel's own id of them. */
export async function findConversationByPeer(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  channelUserId: string,
): Promise<ConversationId | null> {
  const row = await tx
    .selectFrom('contact_addresses as a')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.contact_id', '=', 'a.contact_id'),
    )
    .select('c.id')
    .where('a.tenant_id', '=', tenantId)
    .where('a.channel_id', '=', channelId)
    .where('a.channel_user_id', '=', channelUserId)
    .executeTakeFirst();
  return row ? ConversationId.parse(row.id) : null;
}
