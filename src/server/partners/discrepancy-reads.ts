import { sql } from 'kysely';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/** A sum of rewards that is not what its rows make, in minor units; `reserved` compares with open payouts. */
export type RewardDiscrepancy = { tenantId: TenantId; account: string; stored: number; booked: number };

/** Compares the rewards of all partners with their entries and open payouts; for an operator's command. */
export async function listRewardDiscrepancies({ tx }: SystemScope): Promise<RewardDiscrepancy[]> {
  const balances = await sql<RewardDiscrepancy>`
    select a.tenant_id as "tenantId", 'rewards_' || a.currency as account, a.balance as stored,
      coalesce(e.amount, 0)::bigint as booked
    from reward_accounts a
    left join (select tenant_id, currency, sum(amount) as amount from reward_entries group by tenant_id, currency) e
      on e.tenant_id = a.tenant_id and e.currency = a.currency
    where a.balance <> coalesce(e.amount, 0)
    order by 1, 2`.execute(tx);
  const reserved = await sql<RewardDiscrepancy>`
    select a.tenant_id as "tenantId", 'rewards_' || a.currency || '_reserved' as account, a.reserved as stored,
      coalesce(p.amount, 0)::bigint as booked
    from reward_accounts a
    left join (
      select tenant_id, currency, sum(amount) as amount from payouts where status = 'requested' group by tenant_id, currency
    ) p on p.tenant_id = a.tenant_id and p.currency = a.currency
    where a.reserved <> coalesce(p.amount, 0)
    order by 1, 2`.execute(tx);
  return [...balances.rows, ...reserved.rows];
}
