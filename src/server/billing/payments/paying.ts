import type { createPayment } from '#contract/billing/calls.ts';
import { type Payment, PaymentId } from '#contract/billing/calls.ts';
import { cartProblem } from '#contract/billing/cart.ts';
import { promoPriceOf, promoTotalOf } from '#contract/billing/promo-pricing.ts';
import { autoPayProblem } from '#contract/billing/subscriptions.ts';
import { BRANDS } from '#contract/brands/brands.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { getMemberEmail } from '#server/auth/sign-in/actions.ts';
import type { BankResult, CountBranches, PaymentOrder, PaymentProvider } from '#server/billing/port.ts';
import { ownsPromo } from '#server/billing/promo-codes/entering.ts';
import { reservePromo } from '#server/billing/promo-codes/using-actions.ts';
import type { Context, MemberContext } from '#server/platform/context/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { findChargedMethod } from '#server/billing/renewals/card-queries.ts';
import { isTooOldToOpen, nextCheckSeconds } from './check-rules.ts';
import { findPayment, insertPayment, listDueChecks, type StoredPayment } from './payment-queries.ts';
import { cancelPayment, noteUnanswered, settleFree, settlePayment } from './settling-actions.ts';

// NOTE: a process: it calls the bank between transactions.

/** The provider of a payment of nothing. */
const FREE = 'none';

/** Checks of pending payments in one run. */
const MAX_CHECKS = 200;

/**
 * Opens a payment for a cart. Our row is written before the bank is called, so that a payment whose answer is lost is found again.
 *
 * @throws {Problem} a refusal of the cart, or `payment.not_offered`, `payment.total_changed`, `payment.refused`, `payment.bank_away`,
 *   or one of `PROMO_REFUSALS`
 */
export async function openPayment(
  ctx: MemberContext,
  provider: PaymentProvider | null,
  { lines, totalMinor, promocode, isAutoPay }: BodyOf<typeof createPayment>,
  countBranches: CountBranches,
): Promise<Payment> {
  const currency = provider?.currencies[0];
  if (!provider || !currency) throw new Problem('payment.not_offered');
  const id = newId(PaymentId);
  const isOwner = promocode !== undefined && (await ownsPromo(ctx, ctx.tenantId, promocode));
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    const { brand } = await getTenant(scope);
    for (const line of lines) {
      const problem = cartProblem(line, BRANDS[brand]);
      if (problem) throw new Problem(problem);
    }
    const renewal = autoPayProblem({ isAutoPay, lines });
    if (renewal) throw new Problem(renewal);
    const cart = { paymentId: id, lines, isAutoPay };
    const promo =
      promocode === undefined
        ? null
        : await reservePromo(scope, { ...cart, code: promocode, isOwner, branches: await countBranches(scope) });
    const amountMinor = promoTotalOf(lines, currency, promo);
    if (amountMinor !== totalMinor) throw new Problem('payment.total_changed', { totalMinor: amountMinor });
    if (amountMinor > provider.maxMinor) throw new Problem('payment.too_large', { maxMinor: provider.maxMinor });
    const priced = lines.map((line) => {
      const { amountMinor: sum, discountMinor, promoDiscountMinor } = promoPriceOf(line, currency, promo);
      return { line, amountMinor: sum, discountMinor, promoDiscountMinor };
    });
    const email = await getMemberEmail(scope, ctx.memberId);
    const returnUrl = `${ctx.site.origin ?? originOfBrand(ctx.config, brand)}/payments?payment=${id}`;
    await insertPayment(scope, {
      id,
      lines: priced,
      amountMinor,
      currency,
      promo,
      provider: amountMinor > 0 ? provider.kind : FREE,
      returnUrl,
      email,
      memberId: ctx.memberId,
      isAutoPay,
      now: ctx.clock.now(),
      firstCheckSeconds: nextCheckSeconds(0),
    });
    await recordAudit(scope, {
      action: 'payment.opened',
      object: { kind: 'payment', id },
      after: { amountMinor, currency, lines },
    });
    if (amountMinor === 0) await settleFree(scope, { id, currency });
  });
  const result = await followPayment(ctx, provider, { tenantId: ctx.tenantId, paymentId: id });
  if (result?.kind === 'refused') throw new Problem('payment.refused');
  const payment = await withTenant(ctx, ctx.tenantId, (scope) => findPayment(scope, id));
  if (!payment?.payUrl && payment?.status === 'pending') throw new Problem('payment.bank_away');
  if (!payment) throw new Problem('payment.not_found');
  return payment;
}

/**
 * Asks the bank about a pending payment, and gives what was paid for once. A payment without an answer is opened again under the
 * same key. Safe to run twice, and at once with itself.
 *
 * @param about.providerId the bank's id as a notification names it, for a payment whose answer was lost
 * @returns the bank's answer; null when there was nothing to ask
 */
export async function followPayment(
  ctx: Context,
  provider: PaymentProvider,
  about: { tenantId: TenantId; paymentId: PaymentId; providerId?: string | undefined },
): Promise<BankResult | null> {
  const { tenantId, paymentId } = about;
  const { payment, methodId } = await withTenant(ctx, tenantId, async (scope) => ({
    payment: await findPayment(scope, paymentId),
    methodId: await findChargedMethod(scope, paymentId),
  }));
  if (payment?.status !== 'pending') return null;
  if (payment.isWritten && payment.openKey === null) return null;
  // NOTE: a notification may be of an earlier attempt; the present one is found by its key.
  const providerId = payment.providerId ?? (payment.isWritten ? undefined : about.providerId);
  if (!providerId && isTooOldToOpen(Temporal.Instant.from(payment.openedAt ?? payment.createdAt), ctx.clock.now())) {
    await withTenant(ctx, tenantId, (scope) => cancelPayment(scope, paymentId, 'not_opened'));
    return null;
  }
  const result = providerId
    ? await provider.read(providerId)
    : await provider.open(orderOf(payment, { tenantId, methodId }));
  await withTenant(ctx, tenantId, async (scope) => {
    if (result.kind === 'payment') return settlePayment(scope, paymentId, result.payment);
    ctx.log.warn({ paymentId, text: result.text, step: result.kind }, 'the bank did not answer about a payment');
    // NOTE: a refusal to open is final; one to read says nothing about the money, so it is asked again.
    if (result.kind === 'refused' && !providerId) return cancelPayment(scope, paymentId, 'refused');
    return noteUnanswered(scope, paymentId);
  });
  return result;
}

/** Asks the bank about all payments whose check is due: a notification may be lost. */
export async function followDuePayments(ctx: Context, provider: PaymentProvider, signal: AbortSignal): Promise<void> {
  const due = await withSystem(ctx, (scope) => listDueChecks(scope, MAX_CHECKS));
  for (const { tenantId, id } of due) {
    if (signal.aborted) return;
    await followPayment(ctx, provider, { tenantId, paymentId: PaymentId.parse(id) });
  }
}

function orderOf(
  payment: StoredPayment,
  { tenantId, methodId }: { tenantId: TenantId; methodId: string | null },
): PaymentOrder {
  const { id, amountMinor, currency, returnUrl, email, isAutoPay } = payment;
  const description = `Frontdesk, ${id.slice(-12)}`;
  const savesCard = isAutoPay && methodId === null;
  const key = payment.openKey ?? id;
  return { id, key, tenantId, amountMinor, currency, returnUrl, email, description, savesCard, methodId };
}
