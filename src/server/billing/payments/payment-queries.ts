import { sql } from 'kysely';
import { z } from 'zod';
import { Payment, type PaymentId } from '#contract/billing/calls.ts';
import type { PriceCurrency } from '#contract/billing/tariffs.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';

/** A payment with what the provider needs. */
export type StoredPayment = Payment & {
  providerId: string | null;
  returnUrl: string;
  email: string;
  checks: number;
  isAutoPay: boolean;
  provider: string;
  memberId: MemberId | null;
};

const COLUMNS = [
  'id',
  'status',
  'lines',
  'amount_minor',
  'currency',
  'provider_id',
  'pay_url',
  'return_url',
  'reason',
  'email',
  'created_at',
  'finished_at',
  'checks',
  'is_auto_pay',
  'provider',
  'member_id',
] as const;

export async function insertPayment(
  { tx, tenantId }: TenantScope,
  payment: {
    id: PaymentId;
    lines: Payment['lines'];
    amountMinor: number;
    currency: PriceCurrency;
    provider: string;
    returnUrl: string;
    email: string;
    memberId: MemberId | null;
    isAutoPay: boolean;
    now: Temporal.Instant;
    firstCheckSeconds: number;
  },
): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      tenant_id: tenantId,
      id: payment.id,
      status: 'pending',
      lines: JSON.stringify(payment.lines),
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      provider: payment.provider,
      return_url: payment.returnUrl,
      email: payment.email,
      member_id: payment.memberId,
      is_auto_pay: payment.isAutoPay,
      created_at: payment.now,
      next_check_at: secondsFromNow(payment.firstCheckSeconds),
    })
    .execute();
}

export async function findPayment(
  { tx, tenantId }: TenantScope,
  id: PaymentId,
  { isLocked = false } = {},
): Promise<StoredPayment | undefined> {
  const row = await tx
    .selectFrom('payments')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toPayment(row);
}

/** Lists payments, newest first; one more than `limit`. */
export async function listPaymentRows(
  { tx, tenantId }: TenantScope,
  { after, limit }: { after: readonly [createdAt: string, id: string] | null; limit: number },
): Promise<StoredPayment[]> {
  const rows = await tx
    .selectFrom('payments')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where(isBeyond([sql.ref('created_at'), sql.ref('id')], after, 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toPayment);
}

/** Payments by their ids, newest first. */
export async function listPaymentsByIds(
  { tx, tenantId }: TenantScope,
  ids: readonly string[],
): Promise<StoredPayment[]> {
  const rows = await tx
    .selectFrom('payments')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toPayment);
}

/** Stores what the provider answered about a pending payment, and when it is asked next. */
export async function updatePending(
  { tx, tenantId }: TenantScope,
  id: PaymentId,
  change: { providerId: string | null; payUrl: string | null; nextCheckSeconds: number },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      provider_id: change.providerId,
      pay_url: change.payUrl,
      checks: sql<number>`checks + 1`,
      next_check_at: secondsFromNow(change.nextCheckSeconds),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

export async function finishPayment(
  { tx, tenantId }: TenantScope,
  id: PaymentId,
  change: {
    status: 'succeeded' | 'canceled';
    providerId: string | null;
    reason: string | null;
    now: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      status: change.status,
      provider_id: change.providerId,
      reason: change.reason,
      finished_at: change.now,
      next_check_at: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Pending payments whose check is due, the longest due first. */
export async function listDueChecks({ tx }: SystemScope, limit: number): Promise<{ tenantId: TenantId; id: string }[]> {
  const rows = await tx
    .selectFrom('payments')
    .select(['tenant_id', 'id'])
    .where('next_check_at', '<=', secondsFromNow(0))
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), id: row.id }));
}

const Stored = Payment.extend({
  providerId: z.string().nullable(),
  returnUrl: z.string(),
  email: z.string(),
  checks: z.int(),
  isAutoPay: z.boolean(),
  provider: z.string(),
  memberId: MemberId.nullable(),
});

function toPayment(row: {
  id: string;
  status: string;
  lines: unknown;
  amount_minor: number;
  currency: string;
  provider_id: string | null;
  pay_url: string | null;
  return_url: string;
  reason: string | null;
  email: string;
  created_at: Temporal.Instant;
  finished_at: Temporal.Instant | null;
  checks: number;
  is_auto_pay: boolean;
  provider: string;
  member_id: string | null;
}): StoredPayment {
  return Stored.parse({
    id: row.id,
    status: row.status,
    lines: row.lines,
    amountMinor: row.amount_minor,
    currency: row.currency,
    payUrl: row.status === 'pending' ? row.pay_url : null,
    reason: row.reason,
    createdAt: row.created_at.toString(),
    finishedAt: row.finished_at?.toString() ?? null,
    providerId: row.provider_id,
    returnUrl: row.return_url,
    email: row.email,
    checks: row.checks,
    isAutoPay: row.is_auto_pay,
    provider: row.provider,
    memberId: row.member_id,
  });
}

const secondsFromNow = (seconds: number) =>
  sql<Temporal.Instant>`clock_timestamp() + make_interval(secs => ${seconds})`;
