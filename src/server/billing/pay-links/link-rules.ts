import { TenantId } from '#contract/tenants/ids.ts';
import { PaymentId } from '#contract/billing/calls.ts';
import type { PAY_LINK_STATES } from '#contract/billing/pay-links.ts';
import type { StoredPayment } from '#server/billing/payments/payment-queries.ts';
import { type Signer, signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';

const PURPOSE = 'pay-link';

/** Days for which a link can be followed. */
export const LINK_DAYS = 30;

/** The signed name of a payment in its link: it cannot be guessed. */
export const payToken = (ctx: Signer, tenantId: TenantId, id: PaymentId): string =>
  signIds(ctx, PURPOSE, [tenantId, id]);

/** @returns null unless we made it */
export function readPayToken(ctx: Signer, token: string): { tenantId: TenantId; paymentId: PaymentId } | null {
  const ids = verifyIds(ctx, PURPOSE, token, 2);
  return ids && { tenantId: TenantId.parse(ids[0]), paymentId: PaymentId.parse(ids[1]) };
}

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
