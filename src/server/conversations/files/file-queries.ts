import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import { ConversationId, type ThreadItem } from '#contract/conversations/calls.ts';
import { RETRIABLE_FILE_TROUBLES } from '#contract/conversations/values.ts';
import type { FileId } from '#contract/texts/calls.ts';
import type { InboundMedia } from '#server/channels/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { FileTrouble } from '#server/conversations/threads/rules.ts';

export type NewThreadFile = {
  messageId: string;
  conversationId: ConversationId;
  channelId: ChannelId;
  /** A received file, to be fetched; or the uploaded one of an answer. */
  of: { media: InboundMedia } | { fileId: FileId };
};

export async function insertThreadFile(
  { tx, tenantId }: TenantScope,
  { messageId, conversationId, channelId, of }: NewThreadFile,
  createdAt: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('thread_files')
    .values({
      tenant_id: tenantId,
      message_id: messageId,
      conversation_id: conversationId,
      channel_id: channelId,
      ...('media' in of ? { media: JSON.stringify(of.media) } : { file_id: of.fileId, state: 'kept' }),
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'message_id']).doNothing())
    .execute();
}

/** A file that is to be fetched. */
export type AwaitedFile = {
  conversationId: ConversationId;
  channelId: ChannelId;
  media: InboundMedia;
  /** The content of its message. */
  kind: string;
  direction: ThreadItem['direction'];
  attempts: number;
};

/** @returns undefined when it was fetched, or given up */
export async function findAwaited({ tx, tenantId }: TenantScope, messageId: string): Promise<AwaitedFile | undefined> {
  const row = await tx
    .selectFrom('thread_files as f')
    .leftJoin('inbound_messages as i', (join) =>
      join.onRef('i.tenant_id', '=', 'f.tenant_id').onRef('i.id', '=', 'f.message_id'),
    )
    .leftJoin('own_messages as o', (join) =>
      join.onRef('o.tenant_id', '=', 'f.tenant_id').onRef('o.id', '=', 'f.message_id'),
    )
    .select(['f.conversation_id', 'f.channel_id', 'f.media', 'f.attempts'])
    .select(['i.kind as inbound_kind', 'o.kind as own_kind'])
    .where('f.tenant_id', '=', tenantId)
    .where('f.message_id', '=', messageId)
    .where('f.state', '=', 'fetching')
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    conversationId: ConversationId.parse(row.conversation_id),
    channelId: ChannelId.parse(row.channel_id),
    media: row.media as InboundMedia, // NOTE: insertThreadFile, its only writer, takes only these
    kind: row.inbound_kind ?? row.own_kind ?? 'file',
    direction: row.own_kind === null ? 'in' : 'own',
    attempts: row.attempts,
  };
}

export type FileOutcome =
  | { state: 'kept'; fileId: FileId; size: { width: number; height: number } | null }
  | { state: 'refused'; trouble: FileTrouble }
  /** It is tried again. */
  | { state: 'fetching'; trouble: FileTrouble };

/** Stores how an attempt ended. @returns false when another attempt ended it before */
export async function updateThreadFile(
  { tx, tenantId }: TenantScope,
  messageId: string,
  outcome: FileOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('thread_files')
    .set({
      state: outcome.state,
      trouble: outcome.state === 'kept' ? null : outcome.trouble,
      attempts: sql<number>`attempts + 1`,
      ...(outcome.state === 'kept' && {
        file_id: outcome.fileId,
        width: outcome.size?.width ?? null,
        height: outcome.size?.height ?? null,
      }),
    })
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'fetching')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a message of a conversation has a file, fetched or not. */
export async function hasThreadFile(
  { tx, tenantId }: TenantScope,
  { conversationId, messageId }: { conversationId: ConversationId; messageId: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('thread_files')
    .select('message_id')
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Has a file that was given up fetched again. @returns false when its trouble is final, or it is being fetched */
export async function reopenThreadFile(
  { tx, tenantId }: TenantScope,
  { conversationId, messageId }: { conversationId: ConversationId; messageId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('thread_files')
    .set({ state: 'fetching', trouble: null, attempts: 0 })
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .where('state', '=', 'refused')
    .where('trouble', 'in', RETRIABLE_FILE_TROUBLES)
    .where('media', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets a file whose channel does not give files: the message names it alone. */
export async function removeThreadFile({ tx, tenantId }: TenantScope, messageId: string): Promise<void> {
  await tx
    .deleteFrom('thread_files')
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'fetching')
    .execute();
}

/** Forgets the file of a message that was deleted. */
export async function deleteThreadFile({ tx, tenantId }: TenantScope, messageId: string): Promise<void> {
  await tx.deleteFrom('thread_files').where('tenant_id', '=', tenantId).where('message_id', '=', messageId).execute();
}
