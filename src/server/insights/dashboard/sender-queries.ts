import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Days } from '#server/insights/conversion/conversion-rules.ts';

/** Days after a message in which a visit counts for it. */
export const WINDOW_DAYS = 14;

const OWN_CAME = sql.ref(`d.own_came_${WINDOW_DAYS}`);
const OWN_SPENT = sql.ref(`d.own_spent_${WINDOW_DAYS}`);

const inBranch = (branchId: BranchId | undefined) =>
  branchId === undefined ? sql`` : sql`and d.branch_id = ${branchId}`;

/** Sums messages of all flows and of all mailings; a visit counts once, for the last message before it. */
export async function sumByKind(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  branchId: BranchId | undefined,
): Promise<{ kind: string; sent: number; visited: number }[]> {
  const { rows } = await sql<{ kind: string; sent: number; visited: number }>`
    select s.kind, sum(d.sent::int)::int as sent, sum(${OWN_CAME}::int)::int as visited
    from conversion_days d
    join senders s on s.tenant_id = ${tenantId} and s.id = d.sender_id and s.kind in ('flow', 'mailing')
    where d.tenant_id = ${tenantId} and not d.is_control and d.day between ${from.toString()}::date and ${to.toString()}::date
      ${inBranch(branchId)}
    group by s.kind`.execute(tx);
  return rows;
}

type SenderRow = {
  senderId: string;
  kind: string;
  title: string;
  sent: number;
  visited: number;
  spent: { amountMinor: number; currency: string }[];
  hasControl: boolean;
};

/** Lists flows and mailings with what came of their messages, the most visits first; a visit counts for one of them. */
export async function listSenderRows(
  { tx, tenantId }: TenantScope,
  { from, to }: Days,
  { branchId, limit }: { branchId: BranchId | undefined; limit: number },
): Promise<SenderRow[]> {
  const { rows } = await sql<SenderRow>`
    with summed as (
      select d.sender_id, d.currency, sum(d.sent) filter (where not d.is_control) as sent,
        sum(${OWN_CAME}) filter (where not d.is_control) as visited,
        sum(${OWN_SPENT}) filter (where not d.is_control) as spent,
        bool_or(d.is_control and d.sent > 0) as has_control
      from conversion_days d
      where d.tenant_id = ${tenantId} and d.day between ${from.toString()}::date and ${to.toString()}::date ${inBranch(branchId)}
      group by d.sender_id, d.currency
    ),
    sender as (
      select sender_id, coalesce(sum(sent), 0)::int as sent, coalesce(sum(visited), 0)::int as visited, bool_or(has_control) as has_control,
        coalesce(jsonb_agg(jsonb_build_object('amountMinor', spent, 'currency', currency) order by currency)
          filter (where spent > 0), '[]') as spent
      from summed group by sender_id
    )
    select sender.sender_id as "senderId", s.kind, s.title, sender.sent, sender.visited, sender.spent, sender.has_control as "hasControl"
    from sender join senders s on s.tenant_id = ${tenantId} and s.id = sender.sender_id and s.kind in ('flow', 'mailing')
    where sender.sent > 0
    order by sender.visited desc, sender.sent desc, s.title, sender.sender_id limit ${limit}`.execute(tx);
  return rows;
}
