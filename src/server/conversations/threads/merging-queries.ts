import { sql } from 'kysely';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { joinDays } from './day-queries.ts';

/**
 * Makes two contacts' threads one: the later of the two keeps its state, and what one lacks comes from the other. Events,
 * links and waiting jobs find it under the former id too.
 */
export async function joinThreads(scope: TenantScope, { from, to }: ContactMerge): Promise<void> {
  const { tx, tenantId } = scope;
  const threads = await tx
    .selectFrom('conversations')
    .select(['id', 'contact_id'])
    .where('tenant_id', '=', tenantId)
    .where('contact_id', 'in', [from, to])
    .orderBy('id')
    .forUpdate()
    .execute();
  const source = threads.find(({ contact_id: of }) => of === from);
  const target = threads.find(({ contact_id: of }) => of === to);
  if (source && target) await join(scope, source.id, target.id);
  else if (source)
    await tx
      .updateTable('conversations')
      .set({ contact_id: to })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', source.id)
      .execute();
}

async function join(scope: TenantScope, source: string, target: string): Promise<void> {
  const { tx, tenantId } = scope;
  const move = sql`set conversation_id = ${target} where tenant_id = ${tenantId} and conversation_id = ${source}`;
  await sql`update inbound_messages ${move}`.execute(tx);
  await sql`update own_messages ${move}`.execute(tx);
  await sql`update thread_entries ${move}`.execute(tx);
  await sql`update thread_files ${move}`.execute(tx);
  await sql`update searched_texts ${move}`.execute(tx);
  await joinDays(scope, { source, target });
  await sql`
    update conversations k set
      channel_id = case when g.is_later then g.channel_id else k.channel_id end,
      talk_channel_id = case when g.is_later then g.talk_channel_id else k.talk_channel_id end,
      address_id = case when g.is_later then g.address_id else k.address_id end,
      last_text = case when g.is_later then g.last_text else k.last_text end,
      last_kind = case when g.is_later then g.last_kind else k.last_kind end,
      last_direction = case when g.is_later then g.last_direction else k.last_direction end,
      state = case when g.is_later then g.state else k.state end,
      snoozed_until = case when g.is_later then g.snoozed_until else k.snoozed_until end,
      last_message_at = greatest(k.last_message_at, g.last_message_at),
      last_inbound_at = greatest(k.last_inbound_at, g.last_inbound_at),
      assignee_id = coalesce(k.assignee_id, g.assignee_id),
      unread_count = least(99, k.unread_count + g.unread_count),
      unread_since = least(k.unread_since, g.unread_since),
      needs_person_since = least(k.needs_person_since, g.needs_person_since),
      needs_person_reason = coalesce(k.needs_person_reason, g.needs_person_reason),
      person_wrote_at = greatest(k.person_wrote_at, g.person_wrote_at),
      bots_silent_until = greatest(k.bots_silent_until, g.bots_silent_until)
    from (
      select g.*, g.last_message_at > k.last_message_at as is_later from conversations g, conversations k
      where g.tenant_id = ${tenantId} and g.id = ${source} and k.tenant_id = ${tenantId} and k.id = ${target}
    ) g
    where k.tenant_id = ${tenantId} and k.id = ${target}`.execute(tx);
  await tx
    .deleteFrom('conversation_drafts')
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', source)
    .execute();
  await tx
    .updateTable('merged_conversations')
    .set({ into_id: target })
    .where('tenant_id', '=', tenantId)
    .where('into_id', '=', source)
    .execute();
  await tx.insertInto('merged_conversations').values({ tenant_id: tenantId, id: source, into_id: target }).execute();
  await tx.deleteFrom('conversations').where('tenant_id', '=', tenantId).where('id', '=', source).execute();
}
