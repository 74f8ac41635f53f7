import { sql } from 'kysely';
import { ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Cursor before the first text. */
const START = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

/** Milliseconds after which a search is given up: a shorter answer is better than a late one. */
const TIMEOUT_MS = 500;

export type FoundText = {
  id: string;
  conversationId: ConversationId;
  direction: ThreadItem['direction'];
  /** As it was written. */
  text: string;
  at: Temporal.Instant;
};

/** Finds texts that contain a searchable text of three letters or more, newest first. */
export async function findTexts(
  { tx }: TenantScope,
  { text, after, limit }: { text: string; after: readonly [at: string, id: string] | null; limit: number },
): Promise<FoundText[]> {
  const [at, id] = after ?? START;
  await sql`set local statement_timeout = ${sql.lit(TIMEOUT_MS)}`.execute(tx);
  const { rows } = await sql<{
    id: string;
    conversation_id: string;
    direction: string;
    written: string;
    at: Temporal.Instant;
  }>`
    select id, conversation_id, direction, written, at
    from frontdesk.find_texts(${text}, ${at}::timestamptz, ${id}::uuid, ${limit}::int)
    order by at desc, id desc`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    conversationId: ConversationId.parse(row.conversation_id),
    direction: ThreadItem.shape.direction.parse(row.direction),
    text: row.written,
    at: row.at,
  }));
}
