import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { z } from 'zod';
import type { getThread as getThreadCall, ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { getConversation, getThreadOwner, noteAnswer } from '#server/conversations/inbound/actions.ts';
import { addNote, draftsOf } from '#server/conversations/work/work-actions.ts';
import { readCursor, toCursor, toPage } from '#server/platform/values/cursor.ts';
import { fileUrl } from '#server/platform/context/file-address.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { planMessages } from '#server/delivery/planning/actions.ts';
import type { PlannedRow } from '#server/delivery/planning/planning-queries.ts';
import type { SenderRef } from '#server/delivery/ledger/rules.ts';
import { type ItemRow, toThreadItem } from './thread-item-rules.ts';
import { findItem, type ItemPlace, listItems, type ThreadKey } from './thread-queries.ts';
import { findWays } from './way-actions.ts';

const ThreadCursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists the items of a conversation, newest first, with the ways to answer and the caller's drafts. */
export async function getThread(
  scope: MemberScope,
  id: ConversationId,
  query: QueryOf<typeof getThreadCall>,
): Promise<ReplyOf<typeof getThreadCall>> {
  const thread = await getThreadOwner(scope, id);
  const page = await pageOf(scope, thread, query);
  const { ways, chosen } = await findWays(scope, thread);
  return {
    ...page,
    items: page.items.map((row) => shown(scope, row)),
    conversation: await getConversation(scope, thread.id),
    windowUntil: ways.find(({ channelId }) => channelId === chosen?.channelId)?.windowUntil ?? null,
    ways,
    chosen,
    drafts: await draftsOf(scope, thread.id),
  };
}

type Page = { items: ItemRow[]; nextCursor: string | null; newerCursor: string | null };

async function pageOf(
  scope: ActionScope,
  thread: ThreadKey,
  { cursor, newerThan, around, limit }: QueryOf<typeof getThreadCall>,
): Promise<Page> {
  if (around !== undefined) return pageAround(scope, thread, { around, limit });
  const after = readCursor(newerThan, ThreadCursor);
  if (after) {
    const { items, cursor: newerCursor } = await newer(scope, thread, { after, limit });
    const oldest = items.at(-1);
    return { items, nextCursor: oldest ? toCursor([oldest.at.toString(), oldest.id]) : null, newerCursor };
  }
  return { ...(await older(scope, thread, { before: readCursor(cursor, ThreadCursor), limit })), newerCursor: null };
}

/** Half of the page is older than the item, with it, and half is newer. */
async function pageAround(
  scope: ActionScope,
  thread: ThreadKey,
  { around, limit }: { around: string; limit: number },
): Promise<Page> {
  const item = await findItem(scope, thread, around);
  if (!item) return { ...(await older(scope, thread, { before: null, limit })), newerCursor: null };
  const place = [item.at.toString(), item.id] as const;
  const half = Math.ceil(limit / 2);
  const above = await older(scope, thread, { before: place, limit: half });
  const below = await newer(scope, thread, { after: place, limit: half });
  return { items: [...below.items, item, ...above.items], nextCursor: above.nextCursor, newerCursor: below.cursor };
}

async function older(
  scope: ActionScope,
  thread: ThreadKey,
  { before, limit }: { before: ItemPlace | null; limit: number },
): Promise<{ items: ItemRow[]; nextCursor: string | null }> {
  const rows = await listItems(scope, thread, { beyond: before, order: 'desc', limit });
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.at.toString(), row.id],
  );
}

/** @returns newest first; `cursor` is null when nothing is newer */
async function newer(
  scope: ActionScope,
  thread: ThreadKey,
  { after, limit }: { after: ItemPlace; limit: number },
): Promise<{ items: ItemRow[]; cursor: string | null }> {
  const rows = await listItems(scope, thread, { beyond: after, order: 'asc', limit });
  const { items, nextCursor } = toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.at.toString(), row.id],
  );
  return { items: items.toReversed(), cursor: nextCursor };
}

const shown = (scope: ActionScope, row: ItemRow): ThreadItem =>
  toThreadItem(row, (fileId) => fileUrl(scope, scope.tenantId, fileId));

/** @throws {Problem} `message.not_found` when the thread has no such item */
export async function getItem(scope: ActionScope, thread: ThreadKey, itemId: string): Promise<ThreadItem> {
  const row = await findItem(scope, thread, itemId);
  if (!row) throw new Problem('message.not_found');
  return shown(scope, row);
}

/** Adds a note of the caller's. */
export async function postNote(
  scope: MemberScope,
  id: ConversationId,
  note: { requestId: string; text: string },
): Promise<ThreadItem> {
  const { id: itemId, conversationId } = await addNote(scope, id, note);
  return getItem(scope, await getThreadOwner(scope, conversationId), itemId);
}

type Reply = {
  sender: Pick<SenderRef, 'id' | 'kind'>;
  conversationId: ConversationId;
  /** Absent: the channel the contact last wrote on. */
  channelId?: Awaited<ReturnType<typeof getThreadOwner>>['channelId'];
  /** Idempotency key of the answer, e.g. the inbound message's id. */
  key: string;
  content: MessageContent;
  /** Puts the first of several messages before the others; now when left out. */
  dueAt?: Temporal.Instant;
};

/** Answers in a conversation. The sender must be saved: see `saveSender`. */
export async function sendReply(
  scope: ActionScope,
  { sender, conversationId, channelId: named, key, content, dueAt = scope.clock.now() }: Reply,
): Promise<PlannedRow> {
  const thread = await getThreadOwner(scope, conversationId);
  const { contactId } = thread;
  const channelId = named ?? thread.channelId;
  const draft = { sender: { ...sender, version: null }, occasionKey: `${conversationId}:${key}`, contactId, channelId };
  const [row] = await planMessages(scope, [{ ...draft, content, dueAt, useBy: null }]);
  if (!row) throw new Error('A reply was not planned');
  const { text } = content;
  const answer = { conversationId: thread.id, contactId, itemId: row.id, direction: 'out', text } as const;
  await noteAnswer(scope, { ...answer, kind: kindOf(content), at: dueAt });
  return row;
}

function kindOf({ image, file }: MessageContent): 'image' | 'file' | 'text' {
  if (image) return 'image';
  return file ? 'file' : 'text';
}
