import type { PAY_LINK_STATES } from '#contract/billing/pay-links.ts';
import type { StoredPayment } from '#server/billing/payments/payment-queries.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';

/** Days for which a link can be followed. */
export const LINK_DAYS = 30;

/** Returns what the page of a link offers. */
export function linkState(
  payment: Pick<StoredPayment, 'status' | 'isWritten' | 'payUrl'>,
  linkUntil: Temporal.Instant | null,
  now: Temporal.Instant,
): (typeof PAY_LINK_STATES)[number] {
  if (payment.status === 'succeeded') return 'paid';
  if (payment.status === 'canceled') return 'canceled';
  if (!linkUntil || !isAfter(linkUntil, now)) return 'over';
  return payment.isWritten || payment.payUrl !== null ? 'open' : 'waiting';
}
