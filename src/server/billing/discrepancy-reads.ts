import { sql } from 'kysely';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/**
 * A sum that is not what its rows say.
 *
 * `messages` and `ratings` are counts; `ai` is in millionths of a US dollar; `ai_reserved` compares with open reservations.
 */
export type Discrepancy = {
  tenantId: TenantId;
  account: 'messages' | 'ratings' | 'ai' | 'ai_reserved';
  stored: number;
  booked: number;
};

/** Compares every balance of all tenants with its entries, in one snapshot; for an operator's command. */
export async function listDiscrepancies({ tx }: SystemScope): Promise<Discrepancy[]> {
  const { rows } = await sql<Discrepancy>`
    with stored as (
      select tenant_id, 'messages' as account, available::bigint as amount from message_balances
      union all select tenant_id, 'ratings', available::bigint from rating_balances
      union all select tenant_id, account, balance from balance_accounts
      union all select tenant_id, account || '_reserved', reserved from balance_accounts
    ),
    booked as (
      select tenant_id, account, sum(amount)::bigint as amount from quota_entries group by tenant_id, account
      union all
      select tenant_id, account, sum(amount)::bigint from balance_entries group by tenant_id, account
      union all
      select tenant_id, account || '_reserved', sum(amount)::bigint from balance_reservations group by tenant_id, account
    )
    select tenant_id as "tenantId", account, coalesce(stored.amount, 0) as stored, coalesce(booked.amount, 0) as booked
    from stored full join booked using (tenant_id, account)
    where coalesce(stored.amount, 0) <> coalesce(booked.amount, 0)
    order by tenant_id, account`.execute(tx);
  return rows;
}
