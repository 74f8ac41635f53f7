import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Finds the conversation with a contact by any of a channel's own ids of them. */
export async function findConversationByPeer(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  channelUserIds: readonly string[],
): Promise<ConversationId | null> {
  const row = await tx
    .selectFrom('contact_addresses as a')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.contact_id', '=', 'a.contact_id'),
    )
    .select('c.id')
    .where('a.tenant_id', '=', tenantId)
    .where('a.channel_id', '=', channelId)
    .where('a.channel_user_id', '=', sql<string>`any (${[...channelUserIds]}::text[])`)
    .executeTakeFirst();
  return row ? ConversationId.parse(row.id) : null;
}
