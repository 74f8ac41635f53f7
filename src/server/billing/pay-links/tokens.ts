import { PaymentId } from '#contract/billing/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { type Signer, signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';

const PURPOSE = 'pay-link';

/** The signed name of a payment in its link: it cannot be guessed. */
export const payToken = (ctx: Signer, tenantId: TenantId, id: PaymentId): string =>
  signIds(ctx, PURPOSE, [tenantId, id]);

/** @returns null unless we made it */
export function readPayToken(ctx: Signer, token: string): { tenantId: TenantId; paymentId: PaymentId } | null {
  const ids = verifyIds(ctx, PURPOSE, token, 2);
  return ids && { tenantId: TenantId.parse(ids[0]), paymentId: PaymentId.parse(ids[1]) };
}
