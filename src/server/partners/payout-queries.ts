import { sql } from 'kysely';
import { Payout, type PayoutId, type PartnerPayout } from '#contract/partners/calls.ts';
import type { PayoutStatus } from '#contract/partners/values.ts';
import { type MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';

const COLUMNS = ['id', 'status', 'amount', 'currency', 'requisites', 'reason', 'requested_at', 'decided_at'] as const;

type PageStart = { after: readonly [requestedAt: string, id: string] | null; limit: number };

/** Lists payouts, newest first; one more than `limit`. */
export async function listPayoutRows({ tx, tenantId }: TenantScope, { after, limit }: PageStart): Promise<Payout[]> {
  const rows = await tx
    .selectFrom('payouts')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where(isBeyond([sql.ref('requested_at'), sql.ref('id')], after, 'desc'))
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toPayout);
}

export async function hasOpenPayout({ tx, tenantId }: TenantScope): Promise<boolean> {
  const row = await tx
    .selectFrom('payouts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'requested')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns undefined when another payout is open */
export async function insertPayout(
  { tx, tenantId }: TenantScope,
  payout: Pick<Payout, 'id' | 'amountMinor' | 'currency' | 'requisites'>,
  { by, at }: { by: MemberId; at: Temporal.Instant },
): Promise<Payout | undefined> {
  const row = await tx
    .insertInto('payouts')
    .values({
      tenant_id: tenantId,
      id: payout.id,
      status: 'requested',
      amount: payout.amountMinor,
      currency: payout.currency,
      requisites: payout.requisites,
      requested_by: by,
      requested_at: at,
    })
    .onConflict((conflict) => conflict.column('tenant_id').where('status', '=', sql.lit('requested')).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toPayout(row);
}

export async function findPayout({ tx, tenantId }: TenantScope, id: PayoutId): Promise<Payout | undefined> {
  const row = await tx
    .selectFrom('payouts')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toPayout(row);
}

export async function decidePayout(
  { tx, tenantId }: TenantScope,
  id: PayoutId,
  decision: { status: PayoutStatus; reason: string | null; by: MemberId | null; at: Temporal.Instant },
): Promise<Payout> {
  const row = await tx
    .updateTable('payouts')
    .set({ status: decision.status, reason: decision.reason, decided_by: decision.by, decided_at: decision.at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toPayout(row);
}

export async function findPartnerOf({ tx }: SystemScope, id: PayoutId): Promise<TenantId | undefined> {
  const row = await tx.selectFrom('payouts').select('tenant_id').where('id', '=', id).executeTakeFirst();
  return row && TenantId.parse(row.tenant_id);
}

/** Lists payouts of all partners in a state, the longest waiting first; one more than `limit`. */
export async function listPayoutsOfAll(
  { tx }: SystemScope,
  status: PayoutStatus,
  { after, limit }: PageStart,
): Promise<PartnerPayout[]> {
  const rows = await tx
    .selectFrom('payouts as p')
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .innerJoin('reward_accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.currency', '=', 'p.currency'),
    )
    .leftJoin('members as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.id', '=', 'p.requested_by'),
    )
    .select(['p.tenant_id', 't.name', 'm.email', 'a.balance'])
    .select(COLUMNS.map((column) => `p.${column}` as const))
    .where('p.status', '=', status)
    .where(isBeyond([sql.ref('p.requested_at'), sql.ref('p.id')], after, 'asc'))
    .orderBy('p.requested_at')
    .orderBy('p.id')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({
    ...toPayout(row),
    userGuid: row.tenant_id,
    tenantName: row.name,
    email: row.email,
    balanceMinor: row.balance,
  }));
}

function toPayout(row: {
  id: string;
  status: string;
  amount: number;
  currency: string;
  requisites: string;
  reason: string | null;
  requested_at: Temporal.Instant;
  decided_at: Temporal.Instant | null;
}): Payout {
  return Payout.parse({
    id: row.id,
    status: row.status,
    amountMinor: row.amount,
    currency: row.currency,
    requisites: row.requisites,
    reason: row.reason,
    requestedAt: row.requested_at.toString(),
    decidedAt: row.decided_at?.toString() ?? null,
  });
}
