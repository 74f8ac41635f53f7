import type { PaymentId } from '#contract/billing/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { isTooOldToOpen, nextCheckSeconds } from '#server/billing/payments/check-rules.ts';
import { findPayment } from '#server/billing/payments/payment-queries.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Context, MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import {
  findRefund,
  insertRefund,
  listDueRefunds,
  listRefunds,
  listRefundsAtBank,
  RefundId,
  type StoredRefund,
} from './refund-queries.ts';
import { refundable } from './refund-rules.ts';
import { cancelRefund, noteRefundUnanswered, settleRefund } from './settling-actions.ts';

// NOTE: a process: it calls the bank between transactions.

/** Characters that the bank takes. */
const MAX_DESCRIPTION = 250;

/** Checks of pending refunds in one run. */
const MAX_CHECKS = 200;

/**
 * Returns money of a paid payment. Our row is written before the bank is called, so that a refund whose answer is lost is
 * found again.
 *
 * @throws {Problem} `payment.not_found`, `payment.not_offered`, `refund.not_paid`, `refund.too_large` with `leftMinor`
 */
export async function openRefund(
  ctx: MemberContext,
  provider: PaymentProvider | null,
  about: { tenantId: TenantId; paymentId: PaymentId; amountMinor: number; reason: string },
): Promise<StoredRefund> {
  const { tenantId, paymentId, amountMinor, reason } = about;
  const refundId = newId(RefundId);
  await withTenant(ctx, tenantId, async (scope) => {
    const payment = await findPayment(scope, paymentId, { isLocked: true });
    if (!payment) throw new Problem('payment.not_found');
    if (payment.status !== 'succeeded' || payment.providerId === null) throw new Problem('refund.not_paid');
    if (!provider) throw new Problem('payment.not_offered');
    const leftMinor = refundable(payment, await listRefunds(scope, paymentId));
    if (amountMinor > leftMinor) throw new Problem('refund.too_large', { leftMinor, currency: payment.currency });
    const { currency } = payment;
    const { memberId } = ctx;
    const firstCheckSeconds = nextCheckSeconds(0);
    const now = ctx.clock.now();
    await insertRefund(scope, {
      id: refundId,
      paymentId,
      amountMinor,
      currency,
      reason,
      memberId,
      now,
      firstCheckSeconds,
    });
    const object = { kind: 'payment' as const, id: paymentId };
    await recordAudit(scope, { action: 'payment.refunded', object, after: { amountMinor, currency, reason } });
  });
  if (provider) await followRefund(ctx, provider, { tenantId, refundId });
  const refund = await withTenant(ctx, tenantId, (scope) => findRefund(scope, refundId));
  if (!refund) throw new Problem('payment.not_found');
  return refund;
}

/** Asks the bank about a pending refund. One without an answer is sent again under the same key. Safe to run twice. */
export async function followRefund(
  ctx: Context,
  provider: PaymentProvider,
  { tenantId, refundId }: { tenantId: TenantId; refundId: RefundId },
): Promise<void> {
  const { refund, payment } = await withTenant(ctx, tenantId, async (scope) => {
    const found = await findRefund(scope, refundId);
    return { refund: found, payment: found && (await findPayment(scope, found.paymentId)) };
  });
  if (refund?.status !== 'pending' || !payment?.providerId) return;
  const { providerId, amountMinor, currency, reason } = refund;
  if (!providerId && isTooOldToOpen(Temporal.Instant.from(refund.createdAt), ctx.clock.now())) {
    await withTenant(ctx, tenantId, (scope) => cancelRefund(scope, refundId, 'unanswered'));
    return;
  }
  const paymentProviderId = payment.providerId;
  const order = {
    id: refundId,
    paymentProviderId,
    amountMinor,
    currency,
    description: reason.slice(0, MAX_DESCRIPTION),
    email: payment.email,
  };
  const result = providerId ? await provider.readRefund(providerId) : await provider.refund(order);
  await withTenant(ctx, tenantId, async (scope) => {
    if (result.kind === 'refund') return settleRefund(scope, refundId, result.refund);
    ctx.log.warn({ refundId, text: result.text, step: result.kind }, 'the bank did not answer about a refund');
    if (result.kind === 'refused' && !providerId) return cancelRefund(scope, refundId, 'refused');
    return noteRefundUnanswered(scope, refundId);
  });
}

/** Asks the bank about all refunds whose check is due: a notification may be lost. */
export async function followDueRefunds(ctx: Context, provider: PaymentProvider, signal: AbortSignal): Promise<void> {
  for (const due of await withSystem(ctx, (scope) => listDueRefunds(scope, MAX_CHECKS))) {
    if (signal.aborted) return;
    await followRefund(ctx, provider, due);
  }
}

/** The pending refunds of a payment that a notification names by the bank's id. */
export const refundsAtBank = (ctx: Context, provider: PaymentProvider, paymentProviderId: string) =>
  withSystem(ctx, (scope) => listRefundsAtBank(scope, { provider: provider.kind, paymentProviderId }));
