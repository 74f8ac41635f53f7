import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import { CHANGE, countingChanges, FORMER } from '#server/delivery/ledger/change-queries.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A click on a link of a message. */
export type MessageClick = { messageId: string; at: Temporal.Instant };

/**
 * Notes the first click on a message's links, and counts it for the message's sender. Who follows a link has read the
 * message: it is read from then on, also where the channel reports no such status.
 *
 * @returns contacts whose messages were clicked now for the first time; the owner's own numbers are left out
 */
export async function saveClicks({ tx, tenantId }: TenantScope, clicks: readonly MessageClick[]): Promise<ContactId[]> {
  const isSent = sql.raw(`m.status in ('accepted', 'sent', 'delivered')`);
  const ordered = clicks.toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1));
  const { rows } = await sql<{ contact_id: string | null; is_test: boolean }>`
    with changed as (
      update messages m set ${FORMER}, clicked_at = w.at, updated_at = w.at,
        status = case when ${isSent} then 'read' else m.status end,
        read_at = case when ${isSent} then coalesce(m.read_at, w.at) else m.read_at end,
        passes_on_at = case when ${isSent} then null else m.passes_on_at end
      from (
        select id, min(at) as at from unnest(
          ${ordered.map(({ messageId }) => messageId)}::uuid[], ${ordered.map(({ at }) => at.toString())}::timestamptz[]
        ) as w (id, at) group by id order by id
      ) w
      where m.tenant_id = ${tenantId} and m.id = w.id and m.clicked_at is null
      returning ${CHANGE}, m.contact_id
    ),
    ${countingChanges(tenantId, { mayCancel: false })},
    clicked as (
      insert into message_tallies as t (tenant_id, sender_id, status, counted_by, count, replied)
      select ${tenantId}::uuid, sender_id, 'clicked', pg_backend_pid(), count(*), 0 from changed group by sender_id
      on conflict (tenant_id, sender_id, status, counted_by) do update set count = t.count + excluded.count
    )
    select contact_id, is_test from changed`.execute(tx);
  return rows.flatMap((row) => (row.contact_id && !row.is_test ? [ContactId.parse(row.contact_id)] : []));
}
