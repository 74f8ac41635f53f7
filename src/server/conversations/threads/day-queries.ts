import { sql } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Notes a message that needs an answer; the first one of a day of the tenant's calendar is kept. */
export async function noteInquiry(
  { tx, tenantId }: TenantScope,
  id: ConversationId,
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into conversation_days (tenant_id, conversation_id, day, inquired_at)
    select t.id, ${id}::uuid, (${at}::timestamptz at time zone t.time_zone)::date, ${at}::timestamptz
    from tenants t where t.id = ${tenantId}
    on conflict (tenant_id, conversation_id, day) do nothing`.execute(tx);
}

/** Notes an answer to what was asked before it and not answered yet. */
export async function noteFirstAnswer(
  { tx, tenantId }: TenantScope,
  { contactId, at }: { contactId: ContactId; at: Temporal.Instant },
): Promise<void> {
  await sql`
    update conversation_days d set answered_at = ${at} from conversations c
    where c.tenant_id = ${tenantId} and c.contact_id = ${contactId} and d.tenant_id = ${tenantId}
      and d.conversation_id = c.id and d.answered_at is null and d.inquired_at <= ${at}`.execute(tx);
}

/** Moves the days of a thread to the one it becomes part of; of a day of both, the earlier message is kept. */
export async function joinDays(
  { tx, tenantId }: TenantScope,
  { source, target }: { source: string; target: string },
): Promise<void> {
  await sql`
    insert into conversation_days as d (tenant_id, conversation_id, day, inquired_at, answered_at)
    select tenant_id, ${target}::uuid, day, inquired_at, answered_at from conversation_days
    where tenant_id = ${tenantId} and conversation_id = ${source}
    on conflict (tenant_id, conversation_id, day) do update set inquired_at = excluded.inquired_at, answered_at = excluded.answered_at
    where excluded.inquired_at < d.inquired_at`.execute(tx);
  await tx
    .deleteFrom('conversation_days')
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', source)
    .execute();
}
