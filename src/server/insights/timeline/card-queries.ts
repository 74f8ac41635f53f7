import { sql } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { ReachedAt } from '#contract/insights/calls.ts';
import { Language, type Money } from '#contract/primitives.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export async function findPerson({ tx, tenantId }: TenantScope, contactId: ContactId) {
  const row = await tx
    .selectFrom('contacts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  return (
    row && {
      id: contactId,
      name: row.name,
      phone: row.phone,
      email: row.email,
      language: row.language === null ? null : (Language.safeParse(row.language).data ?? 'ru'),
      timeZone: row.time_zone,
      birthDate: row.birth_date === null ? null : String(row.birth_date),
      categories: row.categories,
      note: row.note,
      refusesMailings: row.refuses_mailings,
      visitsCount: row.visits_count,
      lastVisitAt: row.last_visit_at?.toString() ?? null,
      spentMinor: row.spent_minor,
      createdAt: row.created_at.toString(),
    }
  );
}

/** Sums what the contact paid for visits they came to, by currency; the currency of the latest visit first. */
export async function listSpent({ tx, tenantId }: TenantScope, contactId: ContactId): Promise<Money[]> {
  const { rows } = await sql<{ currency: string; total: number }>`
    select b.currency, sum(v.total_minor)::bigint as total from visits v
    join branches b on b.tenant_id = v.tenant_id and b.id = v.branch_id
    where v.tenant_id = ${tenantId} and v.contact_id = ${contactId} and v.status = 'arrived'
    group by b.currency order by max(v.starts_at) desc`.execute(tx);
  return rows.map(({ currency, total }) => ({ currency, amountMinor: total }));
}

export async function listReachedAt({ tx, tenantId }: TenantScope, contactId: ContactId): Promise<ReachedAt[]> {
  const rows = await tx
    .selectFrom('contact_addresses as a')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.channel_id'),
    )
    .select(['a.id', 'a.channel_id', 'a.phone', 'a.state', 'a.state_reason', 'a.last_inbound_at', 'a.window_until'])
    .select(['c.kind', 'c.title'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.contact_id', '=', contactId)
    .where('c.removed_at', 'is', null)
    .orderBy('c.position')
    .orderBy('a.id')
    .execute();
  return rows.map((row) =>
    ReachedAt.parse({
      id: row.id,
      channelId: row.channel_id,
      channelKind: row.kind,
      channelTitle: row.title,
      phone: row.phone,
      state: row.state,
      stateReason: row.state_reason,
      lastInboundAt: row.last_inbound_at?.toString() ?? null,
      windowUntil: row.window_until?.toString() ?? null,
    }),
  );
}

/** Finds the contact's latest conversation. */
export async function findLastChat(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
): Promise<ConversationId | null> {
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .orderBy('last_message_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? ConversationId.parse(row.id) : null;
}
