import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { Payment, type PaymentId } from '#contract/billing/calls.ts';
import type { PromoCodeId } from '#contract/billing/promo-ids.ts';
import type { PriceCurrency } from '#contract/billing/tariffs.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { secondsFromNow } from '#server/platform/database/database-clock.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';

/** A payment with what the provider needs. */
export type StoredPayment = Payment & {
  providerId: string | null;
  returnUrl: string;
  email: string;
  checks: number;
  memberId: MemberId | null;
  /** The operator wrote it: it is opened at the bank when its link is followed, and again after a refusal. */
  isWritten: boolean;
  /** The key under which a written one is open at the bank. */
  openKey: string | null;
  openedAt: string | null;
  isAutoPay: boolean;
  provider: string;
};

export const PAYMENT_COLUMNS = [
  'id',
  'status',
  'lines',
  'amount_minor',
  'currency',
  'promo_code',
  'provider_id',
  'pay_url',
  'return_url',
  'reason',
  'email',
  'created_at',
  'finished_at',
  'checks',
  'member_id',
  'is_written',
  'open_key',
  'opened_at',
  'refunded_minor',
  'is_auto_pay',
  'provider',
] as const;

export async function insertPayment(
  { tx, tenantId }: TenantScope,
  payment: {
    id: PaymentId;
    lines: Payment['lines'];
    amountMinor: number;
    currency: PriceCurrency;
    promo: { id: PromoCodeId; code: string } | null;
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
      promo_code_id: payment.promo?.id ?? null,
      promo_code: payment.promo?.code ?? null,
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
    .select(PAYMENT_COLUMNS)
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
    .select(PAYMENT_COLUMNS)
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
    .select(PAYMENT_COLUMNS)
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

/** Notes that a written payment is about to be opened at the bank. */
export async function openAttempt(
  { tx, tenantId }: TenantScope,
  id: PaymentId,
  attempt: { openKey: string; now: Temporal.Instant; provider: string; returnUrl: string; firstCheckSeconds: number },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      open_key: attempt.openKey,
      opened_at: attempt.now,
      provider: attempt.provider,
      return_url: attempt.returnUrl,
      reason: null,
      checks: 0,
      next_check_at: secondsFromNow(attempt.firstCheckSeconds),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Ends an attempt to pay a written payment; it waits for another one. */
export async function closeAttempt({ tx, tenantId }: TenantScope, id: PaymentId, reason: string | null): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ open_key: null, opened_at: null, provider_id: null, pay_url: null, next_check_at: null, reason })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
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
  memberId: MemberId.nullable(),
  isWritten: z.boolean(),
  openKey: z.string().nullable(),
  openedAt: z.string().nullable(),
  isAutoPay: z.boolean(),
  provider: z.string(),
});

/** A row of `payments`, as {@link PAYMENT_COLUMNS} select it. */
export type PaymentRow = Pick<Selectable<DB['payments']>, (typeof PAYMENT_COLUMNS)[number]>;

export function toPayment(row: PaymentRow): StoredPayment {
  return Stored.parse({
    id: row.id,
    status: row.status,
    lines: row.lines,
    amountMinor: row.amount_minor,
    currency: row.currency,
    promocode: row.promo_code,
    payUrl: row.status === 'pending' ? row.pay_url : null,
    reason: row.reason,
    createdAt: row.created_at.toString(),
    finishedAt: row.finished_at?.toString() ?? null,
    providerId: row.provider_id,
    returnUrl: row.return_url,
    email: row.email,
    checks: row.checks,
    memberId: row.member_id,
    isWritten: row.is_written,
    openKey: row.open_key,
    openedAt: row.opened_at?.toString() ?? null,
    isAutoPay: row.is_auto_pay,
    provider: row.provider,
    refundedMinor: row.refunded_minor,
    isShareable: row.status === 'pending' && (row.is_written ? row.amount_minor > 0 : row.pay_url !== null),
  });
}
