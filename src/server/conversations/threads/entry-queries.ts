import type { ConversationId, ThreadEvent, ThreadItem } from '#contract/conversations/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { InboundId, searchable, writtenPart } from './rules.ts';

export type Author = { id: MemberId; name: string };

/** A line of a thread that says what was done. */
export async function insertLine(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  line: { event: ThreadEvent; by: Author | null; at: Temporal.Instant },
): Promise<string> {
  const id = newId(InboundId);
  await tx
    .insertInto('thread_entries')
    .values({
      tenant_id: tenantId,
      id,
      conversation_id: conversationId,
      kind: 'system',
      event: JSON.stringify(line.event),
      member_id: line.by?.id ?? null,
      member_name: line.by?.name ?? null,
      at: line.at,
    })
    .execute();
  return id;
}

/** Inserts a note once, by its request. @returns its id, and whether it is new */
export async function insertNote(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  note: { requestId: string; text: string; by: { id: MemberId | null; name: string }; at: Temporal.Instant },
): Promise<{ id: string; isNew: boolean }> {
  const inserted = await tx
    .insertInto('thread_entries')
    .values({
      tenant_id: tenantId,
      id: newId(InboundId),
      conversation_id: conversationId,
      kind: 'note',
      request_id: note.requestId,
      text: note.text,
      member_id: note.by.id,
      member_name: note.by.name,
      at: note.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'conversation_id', 'request_id']).where('request_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, isNew: true };
  const { id } = await tx
    .selectFrom('thread_entries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('request_id', '=', note.requestId)
    .executeTakeFirstOrThrow();
  return { id, isNew: false };
}

/** Deletes a member's own note. @returns whether there was one */
export async function removeNote(
  { tx, tenantId }: TenantScope,
  note: { conversationId: ConversationId; id: string; memberId: MemberId },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('thread_entries')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', note.id)
    .where('conversation_id', '=', note.conversationId)
    .where('member_id', '=', note.memberId)
    .where('kind', '=', 'note')
    .executeTakeFirst();
  if (numDeletedRows > 0n) await deleteSearched({ tx, tenantId }, note.id);
  return numDeletedRows > 0n;
}

/** Words for the search. */
export type SearchedText = {
  id: string;
  conversationId: ConversationId;
  direction: ThreadItem['direction'];
  text: string;
  at: Temporal.Instant;
};

/** Stores words for the search; empty ones are left out, and repeated ones stored once. */
export async function insertSearched({ tx, tenantId }: TenantScope, words: SearchedText): Promise<void> {
  const text = searchable(words.text);
  if (text.trim() === '') return;
  await tx
    .insertInto('searched_texts')
    .values({
      tenant_id: tenantId,
      id: words.id,
      conversation_id: words.conversationId,
      direction: words.direction,
      text,
      written: writtenPart(words.text),
      at: words.at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .execute();
}

/** Replaces the words of the search. */
export async function putSearched(scope: TenantScope, words: SearchedText): Promise<void> {
  await deleteSearched(scope, words.id);
  await insertSearched(scope, words);
}

export async function deleteSearched({ tx, tenantId }: TenantScope, id: string): Promise<void> {
  await tx.deleteFrom('searched_texts').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}
