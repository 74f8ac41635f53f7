import { sql } from 'kysely';
import { ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import { LiveConversation } from '#contract/conversations/live.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { LiveNote } from './live-actions.ts';

/** Writes events with the tenant's next numbers, and keeps the counter locked until the commit. @returns the last one */
export async function insertEvents({ tx, tenantId }: TenantScope, notes: readonly LiveNote[]): Promise<number> {
  const column = <Value>(read: (note: LiveNote) => Value) => notes.map(read);
  const { rows } = await sql<{ last_seq: number }>`
    with counted as (
      insert into conversation_counters (tenant_id, last_seq) values (${tenantId}, ${notes.length})
      on conflict (tenant_id) do update set last_seq = conversation_counters.last_seq + excluded.last_seq
      returning last_seq
    ),
    noted as (
      insert into conversation_events (tenant_id, seq, kind, conversation_id, item_id, direction, member_id, assignee_id)
      select ${tenantId}::uuid, counted.last_seq - ${notes.length}::int + note.n, note.kind, note.conversation_id, note.item_id,
        note.direction, note.member_id, note.assignee_id
      from counted cross join unnest(
        ${column(({ kind }) => kind)}::text[],
        ${column(({ conversationId }) => conversationId)}::uuid[],
        ${column(({ itemId }) => itemId ?? null)}::uuid[],
        ${column(({ direction }) => direction ?? null)}::text[],
        ${column(({ memberId }) => memberId ?? null)}::uuid[],
        ${column(({ assigneeId }) => assigneeId ?? null)}::uuid[]
      ) with ordinality as note (kind, conversation_id, item_id, direction, member_id, assignee_id, n)
      returning seq
    )
    select last_seq from counted`.execute(tx);
  return rows[0]?.last_seq ?? 0;
}

/** The number of the last event; 0 when there was none. */
export async function findLastSeq({ tx, tenantId }: TenantScope): Promise<number> {
  const row = await tx
    .selectFrom('conversation_counters')
    .select('last_seq')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.last_seq ?? 0;
}

/** Lists events after a number, in their order. */
export async function listEvents(
  { tx, tenantId }: TenantScope,
  after: number,
  limit: number,
): Promise<LiveConversation[]> {
  const rows = await tx
    .selectFrom('conversation_events')
    .select(['seq', 'kind', 'conversation_id', 'item_id', 'direction', 'member_id', 'assignee_id'])
    .where('tenant_id', '=', tenantId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    seq: row.seq,
    kind: LiveConversation.shape.kind.parse(row.kind),
    conversationId: ConversationId.parse(row.conversation_id),
    itemId: row.item_id,
    direction: ThreadItem.shape.direction.nullable().parse(row.direction),
    memberId: row.member_id === null ? null : MemberId.parse(row.member_id),
    assigneeId: row.assignee_id === null ? null : MemberId.parse(row.assignee_id),
  }));
}

const RETENTION = '24 hours';

/** Deletes events that no page catches up with any more: a client that missed more fetches all again. */
export async function deleteOldEvents({ tx }: SystemScope): Promise<void> {
  await tx
    .deleteFrom('conversation_events')
    .where('noted_at', '<', sql<Temporal.Instant>`now() - ${RETENTION}::interval`)
    .execute();
}
