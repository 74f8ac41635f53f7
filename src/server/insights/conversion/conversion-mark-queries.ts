import { sql } from 'kysely';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Marks the contacts of messages; answers and tests do not count. */
export async function markContactsOfMessages(
  { tx, tenantId }: TenantScope,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length === 0) return;
  await sql`
    insert into conversion_marks (tenant_id, contact_id)
    select distinct tenant_id, contact_id from messages
    where tenant_id = ${tenantId} and id = any (${[...messageIds]}::uuid[]) and priority > ${PRIORITY.answer} and not is_test
      and contact_id is not null
    returning 1`.execute(tx);
}

/** Marks contacts of messages held out for the control group, from the time the message would have been sent. */
export async function markContactsHeldBack(
  { tx, tenantId }: TenantScope,
  verdicts: readonly { id: string; at: Temporal.Instant }[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const rows = JSON.stringify(verdicts.map(({ id, at }) => ({ id, at: at.toString() })));
  await sql`
    insert into conversion_marks (tenant_id, contact_id, ready_at)
    select v.tenant_id, v.contact_id, greatest(v.decided_at, (v.compared ->> 'wantedAt')::timestamptz)
    from jsonb_to_recordset(${rows}::jsonb) as w (id uuid, at timestamptz)
    join verdicts v on v.tenant_id = ${tenantId} and v.id = w.id and v.decided_at = w.at
    where v.contact_id is not null
    returning 1`.execute(tx);
}
