import type { Payment } from '#contract/billing/calls.ts';
import type { StoredRefund } from './refund-queries.ts';

type Refunded = Pick<StoredRefund, 'status' | 'amountMinor'>;

/** Returns how much of a payment may still be returned, in minor units: what is on its way counts as returned. */
export function refundable(
  { status, amountMinor }: Pick<Payment, 'status' | 'amountMinor'>,
  refunds: readonly Refunded[],
): number {
  if (status !== 'succeeded') return 0;
  const going = refunds.filter((one) => one.status !== 'canceled').map((one) => one.amountMinor);
  return amountMinor - going.reduce((sum, one) => sum + one, 0);
}

/** Whether a refund that has just succeeded returns the last of a payment. */
export function isLast(
  { id, amountMinor }: Pick<StoredRefund, 'id' | 'amountMinor'>,
  payment: Pick<Payment, 'amountMinor'>,
  refunds: readonly (Refunded & Pick<StoredRefund, 'id'>)[],
): boolean {
  const others = refunds.filter((one) => one.status === 'succeeded' && one.id !== id);
  return others.reduce((sum, one) => sum + one.amountMinor, amountMinor) >= payment.amountMinor;
}
