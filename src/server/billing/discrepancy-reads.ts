import { sql } from 'kysely';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';
import type { Quota } from './quota-queries.ts';

/**
 * A sum that is not what its rows say.
 *
 * `messages`, `ratings` and `ai_reviews` are counts; `ai` is in millionths of a US dollar; `ai_reserved` compares with open reservations.
 */
export type Discrepancy = {
  tenantId: TenantId;
  account: Quota | 'ai' | 'ai_reserved';
  stored: number;
  booked: number;
};

/** Compares every balance of all tenants with its entries, each in one snapshot; for an operator's command. */
export async function listDiscrepancies({ tx }: SystemScope): Promise<Discrepancy[]> {
  const statements = [
    quotas('message_balances', 'messages'),
    quotas('rating_balances', 'ratings'),
    quotas('ai_review_balances', 'ai_reviews'),
    money('balance', 'balance_entries', ''),
    money('reserved', 'balance_reservations', '_reserved'),
  ];
  const found: Discrepancy[] = [];
  for (const statement of statements) found.push(...(await statement.execute(tx)).rows);
  return found.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

const quotas = (
  table: 'message_balances' | 'rating_balances' | 'ai_review_balances',
  account: Quota,
) => sql<Discrepancy>`
  select coalesce(b.tenant_id, e.tenant_id) as "tenantId", ${account}::text as account,
    coalesce(b.available, 0)::bigint as stored, coalesce(e.amount, 0)::bigint as booked
  from ${sql.table(table)} b
  full join (
    select tenant_id, sum(amount) as amount from quota_entries where account = ${account} group by tenant_id
  ) e on e.tenant_id = b.tenant_id
  where coalesce(b.available, 0) <> coalesce(e.amount, 0)`;

const money = (
  column: 'balance' | 'reserved',
  entries: 'balance_entries' | 'balance_reservations',
  suffix: '' | '_reserved',
) => sql<Discrepancy>`
  select coalesce(b.tenant_id, e.tenant_id) as "tenantId", coalesce(b.account, e.account) || ${suffix}::text as account,
    coalesce(${sql.ref(`b.${column}`)}, 0)::bigint as stored, coalesce(e.amount, 0)::bigint as booked
  from balance_accounts b
  full join (
    select tenant_id, account, sum(amount) as amount from ${sql.table(entries)} group by tenant_id, account
  ) e on e.tenant_id = b.tenant_id and e.account = b.account
  where coalesce(${sql.ref(`b.${column}`)}, 0) <> coalesce(e.amount, 0)`;

const keyOf = ({ tenantId, account }: Discrepancy) => `${tenantId} ${account}`;
