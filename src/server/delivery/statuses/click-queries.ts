import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A click on a link of a message. */
export type MessageClick = { messageId: string; at: Temporal.Instant };

/**
 * Notes the first click on a message's links, and counts it for the message's sender.
 *
 * @returns contacts whose messages were clicked now for the first time; the owner's own numbers are left out
 */
export async function saveClicks({ tx, tenantId }: TenantScope, clicks: readonly MessageClick[]): Promise<ContactId[]> {
  const ordered = clicks.toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1));
  const { rows } = await sql<{ contact_id: string | null; is_test: boolean }>`
    with clicked as (
      update messages m set clicked_at = w.at
      from (
        select id, min(at) as at from unnest(
          ${ordered.map(({ messageId }) => messageId)}::uuid[], ${ordered.map(({ at }) => at.toString())}::timestamptz[]
        ) as w (id, at) group by id order by id
      ) w
      where m.tenant_id = ${tenantId} and m.id = w.id and m.clicked_at is null
      returning m.sender_id, m.contact_id, m.is_test
    ),
    counted as (
      insert into message_tallies as t (tenant_id, sender_id, status, counted_by, count, replied)
      select ${tenantId}::uuid, sender_id, 'clicked', pg_backend_pid(), count(*), 0 from clicked group by sender_id
      on conflict (tenant_id, sender_id, status, counted_by) do update set count = t.count + excluded.count
    )
    select contact_id, is_test from clicked`.execute(tx);
  return rows.flatMap((row) => (row.contact_id && !row.is_test ? [ContactId.parse(row.contact_id)] : []));
}
