import { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import type { ThreadKey } from './thread-queries.ts';

/** A message of a thread, as it was planned. */
export async function findItemContent(
  { tx, tenantId }: TenantScope,
  { contactId }: ThreadKey,
  itemId: string,
): Promise<{ content: MessageContent; status: string; senderKind: string; channelId: ChannelId } | undefined> {
  const row = await tx
    .selectFrom('messages as m')
    .innerJoin('senders as s', (join) =>
      join.onRef('s.tenant_id', '=', 'm.tenant_id').onRef('s.id', '=', 'm.sender_id'),
    )
    .select(['m.content', 'm.status', 'm.channel_id', 's.kind'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', itemId)
    .where('m.contact_id', '=', contactId)
    .executeTakeFirst();
  return (
    row && {
      content: row.content as MessageContent, // NOTE: planning, its only writer, takes only this
      status: row.status,
      senderKind: row.kind,
      channelId: ChannelId.parse(row.channel_id),
    }
  );
}
