import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { listInquiries, listDashboardClients } from '#contract/insights/dashboard.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import { toPerson } from '#server/insights/returning/cohort-queries.ts';
import { hasNext, type LateAround } from '#server/insights/returning/late-queries.ts';
import { LOST_FROM } from '#contract/audiences/values.ts';
import type { Days } from '#server/insights/conversion/conversion-rules.ts';

/** Clients who passed the last of their intervals in the days, have not come since and have no booking ahead. */
function becameLost(
  tenantId: string,
  { from, to }: Days,
  { branchId, around }: { branchId: BranchId | undefined; around: LateAround },
): RawBuilder<unknown> {
  const lostOn = sql`f.last_day + ${LOST_FROM}::int * coalesce(f.usual_days, ${around.usualDays}::int) + 1`;
  return sql`f.tenant_id = ${tenantId} and ${lostOn} between ${from.toString()}::date and ${to.toString()}::date
    and ${lostOn} <= ${around.today.toString()}::date ${branchId === undefined ? sql`` : sql`and f.last_branch_id = ${branchId}`}
    and not ${hasNext(tenantId, around.now)}`;
}

/** Counts clients who became lost in the days. */
export async function countLost(
  { tx, tenantId }: TenantScope,
  days: Days,
  filter: { branchId: BranchId | undefined; around: LateAround },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contact_facts f where ${becameLost(tenantId, days, filter)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

const ClientCursor = z.tuple([z.iso.date(), ContactId]);

/** Lists the clients of a group, those who were here last first. */
export async function pageOfClients(
  { tx, tenantId }: TenantScope,
  days: Days,
  { group, branchId, masterId, cursor, limit, around }: QueryOf<typeof listDashboardClients> & { around: LateAround },
): Promise<ReplyOf<typeof listDashboardClients>> {
  const after = readCursor(cursor, ClientCursor);
  const [from, to] = [sql`${days.from.toString()}::date`, sql`${days.to.toString()}::date`];
  const groups = {
    new: sql`f.tenant_id = ${tenantId} and f.first_day between ${from} and ${to}
      ${branchId === undefined ? sql`` : sql`and f.first_branch_id = ${branchId}`}
      ${masterId === undefined ? sql`` : sql`and f.first_master_id = ${masterId}`}`,
    returning: sql`f.tenant_id = ${tenantId} and f.first_day < ${from} and f.contact_id in (
      select d.contact_id from contact_days d where d.tenant_id = ${tenantId} and d.day between ${from} and ${to}
        ${branchId === undefined ? sql`` : sql`and d.branch_id = ${branchId}`})`,
    lost: becameLost(tenantId, days, { branchId, around }),
  } satisfies Record<typeof group, unknown>;
  const { rows } = await sql<Parameters<typeof toPerson>[0]>`
    select f.contact_id, c.name, c.phone, f.visits, f.spent_minor, f.currency, f.last_day::text as last_day
    from contact_facts f join contacts c on c.tenant_id = ${tenantId} and c.id = f.contact_id
    where ${groups[group]}
      ${after ? sql`and (f.last_day, f.contact_id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by f.last_day desc, f.contact_id desc limit ${limit + 1}`.execute(tx);
  return toPage(rows, limit, toPerson, (row) => [row.last_day, row.contact_id]);
}

const InquiryCursor = z.tuple([z.iso.datetime(), ConversationId]);

type InquiryRow = {
  conversation_id: string;
  contact_id: string;
  name: string;
  phone: string | null;
  inquired_at: Temporal.Instant;
  answered_at: Temporal.Instant | null;
};

/** Lists conversations by the days on which a contact wrote, newest first. */
export async function pageOfInquiries(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  { group, cursor, limit }: QueryOf<typeof listInquiries>,
): Promise<ReplyOf<typeof listInquiries>> {
  const after = readCursor(cursor, InquiryCursor);
  const groups = { all: sql``, answered: sql`and d.answered_at is not null`, waiting: sql`and d.answered_at is null` };
  const { rows } = await sql<InquiryRow>`
    select d.conversation_id, k.contact_id, c.name, c.phone, d.inquired_at, d.answered_at
    from conversation_days d
    join conversations k on k.tenant_id = ${tenantId} and k.id = d.conversation_id
    join contacts c on c.tenant_id = ${tenantId} and c.id = k.contact_id
    where d.tenant_id = ${tenantId} and d.day between ${from.toString()}::date and ${to.toString()}::date ${groups[group]}
      and ${isBeyond([sql`d.inquired_at`, sql`d.conversation_id`], after, 'desc')}
    order by d.inquired_at desc, d.conversation_id desc limit ${limit + 1}`.execute(tx);
  return toPage(
    rows,
    limit,
    (row) => ({
      conversationId: ConversationId.parse(row.conversation_id),
      contactId: ContactId.parse(row.contact_id),
      contactName: row.name,
      phone: row.phone,
      inquiredAt: row.inquired_at.toString(),
      answeredAt: row.answered_at?.toString() ?? null,
    }),
    (row) => [row.inquired_at.toString(), ConversationId.parse(row.conversation_id)],
  );
}
