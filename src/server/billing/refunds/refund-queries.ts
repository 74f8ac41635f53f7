import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { PaymentId } from '#contract/billing/calls.ts';
import { PRICE_CURRENCIES } from '#contract/billing/tariffs.ts';
import { Instant } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { secondsFromNow } from '#server/platform/database/database-clock.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';

export const RefundId = z.uuid().brand('RefundId');
export type RefundId = z.infer<typeof RefundId>;

const StoredRefund = z.object({
  id: RefundId,
  paymentId: PaymentId,
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amountMinor: z.int(),
  currency: z.enum(PRICE_CURRENCIES),
  reason: z.string(),
  failure: z.string().nullable(),
  providerId: z.string().nullable(),
  memberId: MemberId.nullable(),
  createdAt: Instant,
  checks: z.int(),
});
export type StoredRefund = z.infer<typeof StoredRefund>;

const COLUMNS = [
  'id',
  'payment_id',
  'status',
  'amount_minor',
  'currency',
  'reason',
  'failure',
  'provider_id',
  'member_id',
  'created_at',
  'checks',
] as const;

export async function insertRefund(
  { tx, tenantId }: TenantScope,
  refund: Pick<StoredRefund, 'id' | 'paymentId' | 'amountMinor' | 'currency' | 'reason' | 'memberId'> & {
    now: Temporal.Instant;
    firstCheckSeconds: number;
  },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      tenant_id: tenantId,
      id: refund.id,
      payment_id: refund.paymentId,
      status: 'pending',
      amount_minor: refund.amountMinor,
      currency: refund.currency,
      reason: refund.reason,
      member_id: refund.memberId,
      created_at: refund.now,
      next_check_at: secondsFromNow(refund.firstCheckSeconds),
    })
    .execute();
}

export async function findRefund(
  { tx, tenantId }: TenantScope,
  id: RefundId,
  { isLocked = false } = {},
): Promise<StoredRefund | undefined> {
  const row = await tx
    .selectFrom('refunds')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toRefund(row);
}

/** Refunds of a payment, the oldest first. */
export async function listRefunds({ tx, tenantId }: TenantScope, paymentId: PaymentId): Promise<StoredRefund[]> {
  const rows = await tx
    .selectFrom('refunds')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toRefund);
}

export async function updatePendingRefund(
  { tx, tenantId }: TenantScope,
  id: RefundId,
  change: { providerId: string | null; nextCheckSeconds: number },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      provider_id: change.providerId,
      checks: sql<number>`checks + 1`,
      next_check_at: secondsFromNow(change.nextCheckSeconds),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

export async function finishRefund(
  { tx, tenantId }: TenantScope,
  id: RefundId,
  change: {
    status: 'succeeded' | 'canceled';
    providerId: string | null;
    failure: string | null;
    now: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      status: change.status,
      provider_id: change.providerId,
      failure: change.failure,
      finished_at: change.now,
      next_check_at: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Adds to what was returned of a payment. */
export async function addRefunded({ tx, tenantId }: TenantScope, id: PaymentId, amountMinor: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ refunded_minor: sql<number>`refunded_minor + ${amountMinor}` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Pending refunds whose check is due, the longest due first. */
export async function listDueRefunds(
  { tx }: SystemScope,
  limit: number,
): Promise<{ tenantId: TenantId; refundId: RefundId }[]> {
  const rows = await tx
    .selectFrom('refunds')
    .select(['tenant_id', 'id'])
    .where('next_check_at', '<=', secondsFromNow(0))
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), refundId: RefundId.parse(row.id) }));
}

/** Pending refunds of the payment that a bank names. */
export async function listRefundsAtBank(
  { tx }: SystemScope,
  { provider, paymentProviderId }: { provider: string; paymentProviderId: string },
): Promise<{ tenantId: TenantId; refundId: RefundId }[]> {
  const rows = await tx
    .selectFrom('payments as p')
    .innerJoin('refunds as r', (join) =>
      join.onRef('r.tenant_id', '=', 'p.tenant_id').onRef('r.payment_id', '=', 'p.id'),
    )
    .select(['r.tenant_id', 'r.id'])
    .where('p.provider', '=', provider)
    .where('p.provider_id', '=', paymentProviderId)
    .where('r.status', '=', 'pending')
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), refundId: RefundId.parse(row.id) }));
}

function toRefund(row: Pick<Selectable<DB['refunds']>, (typeof COLUMNS)[number]>): StoredRefund {
  return StoredRefund.parse({
    id: row.id,
    paymentId: row.payment_id,
    status: row.status,
    amountMinor: row.amount_minor,
    currency: row.currency,
    reason: row.reason,
    failure: row.failure,
    providerId: row.provider_id,
    memberId: row.member_id,
    createdAt: row.created_at.toString(),
    checks: row.checks,
  });
}
