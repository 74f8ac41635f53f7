import type { PaymentId } from '#contract/billing/calls.ts';
import { findPayment } from '#server/billing/payments/payment-queries.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import { findRecord, putRecord } from '#server/billing/written/record-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { LINK_DAYS } from './link-rules.ts';
import { payToken } from './tokens.ts';

/**
 * Makes the address at which anybody may pay a payment. It can be followed for 30 days; a later call gives it 30 more.
 *
 * @throws {Problem} `payment.not_found`, `pay.not_payable`, `payment.not_offered`, `payment.too_large`
 */
export async function makePayLink(
  scope: ActionScope,
  provider: PaymentProvider | null,
  id: PaymentId,
): Promise<{ url: string }> {
  const payment = await findPayment(scope, id, { isLocked: true });
  if (!payment) throw new Problem('payment.not_found');
  if (!payment.isShareable) throw new Problem('pay.not_payable');
  if (!provider?.currencies.includes(payment.currency)) throw new Problem('payment.not_offered');
  if (payment.amountMinor > provider.maxMinor) throw new Problem('payment.too_large', { maxMinor: provider.maxMinor });
  const record = await findRecord(scope, id);
  const now = scope.clock.now();
  if (!record.linkUntil || !isAfter(record.linkUntil, now))
    await putRecord(scope, id, { ...record, linkUntil: now.add({ hours: 24 * LINK_DAYS }) });
  return { url: await linkUrl(scope, id) };
}

export async function linkUrl(scope: ActionScope, id: PaymentId): Promise<string> {
  const { brand } = await getTenant(scope);
  return `${originOfBrand(scope.config, brand)}/publicPayments?payment=${payToken(scope, scope.tenantId, id)}`;
}
