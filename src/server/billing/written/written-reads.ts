import type { PaymentId } from '#contract/billing/calls.ts';
import { type Correction, listCorrections } from '#server/billing/corrections/correction-queries.ts';
import { PAYMENT_COLUMNS, toPayment } from '#server/billing/payments/payment-queries.ts';
import { listRefunds, type StoredRefund } from '#server/billing/refunds/refund-queries.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Columns of a payment, for lists over many cabinets, and how a row of them is read. */
export { PAYMENT_COLUMNS, toPayment };

/** Reads what happened to a payment after it was paid, the oldest first. */
export async function readPaymentHistory(
  scope: TenantScope,
  id: PaymentId,
): Promise<{ refunds: StoredRefund[]; corrections: Correction[] }> {
  return { refunds: await listRefunds(scope, id), corrections: await listCorrections(scope, id) };
}
