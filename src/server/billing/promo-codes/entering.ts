import type { checkPromoCode } from '#contract/billing/promo-codes.ts';
import { PaymentId } from '#contract/billing/calls.ts';
import { promoPriceOf, promoTotalOf } from '#contract/billing/promo-pricing.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { haveSamePerson } from '#server/auth/members/shared-people-reads.ts';
import type { CountBranches, PaymentProvider } from '#server/billing/port.ts';
import type { Context, MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findPromoByCode, listOverdueUses } from './promo-code-queries.ts';
import { checkPromo, releaseOverdue } from './using-actions.ts';

// NOTE: a process: it compares members of two cabinets, and goes through cabinets.

/** Uses that one run releases. */
const MAX_RELEASES = 500;

/**
 * Returns whether a code belongs to a member of a cabinet: its owner's cabinet is this one, or a person with the same phone is in
 * both.
 */
export async function ownsPromo(ctx: Context, tenantId: TenantId, code: string): Promise<boolean> {
  return withSystem(ctx, async (scope) => {
    const owner = (await findPromoByCode(scope, code))?.ownerTenantId ?? null;
    return owner !== null && haveSamePerson(scope, owner, tenantId);
  });
}

/**
 * Prices a cart under a code.
 *
 * @throws {Problem} one of `PROMO_REFUSALS`, `payment.not_offered`
 */
export async function priceWithPromo(
  ctx: MemberContext,
  { promocode, lines, isAutoPay }: BodyOf<typeof checkPromoCode>,
  { provider, countBranches }: { provider: PaymentProvider | null; countBranches: CountBranches },
): Promise<ReplyOf<typeof checkPromoCode>> {
  const currency = provider?.currencies[0];
  if (!currency) throw new Problem('payment.not_offered');
  const isOwner = await ownsPromo(ctx, ctx.tenantId, promocode);
  const promo = await withTenant(ctx, ctx.tenantId, async (scope) =>
    checkPromo(scope, { code: promocode, isOwner, branches: await countBranches(scope), lines, isAutoPay }),
  );
  const { code, discountPercent, availableTariffTypes } = promo;
  return {
    promocode: code,
    discountPercent,
    availableTariffTypes: [...availableTariffTypes],
    lines: lines.map((line) => promoPriceOf(line, currency, promo)),
    totalMinor: promoTotalOf(lines, currency, promo),
    currency,
  };
}

/** Frees the uses that were reserved for payments which did not end in time. */
export async function releaseOverdueUses(ctx: Context, signal: AbortSignal): Promise<void> {
  const overdue = await withSystem(ctx, (scope) => listOverdueUses(scope, ctx.clock.now(), MAX_RELEASES));
  for (const { tenantId, paymentId } of overdue) {
    if (signal.aborted) return;
    await withTenant(ctx, tenantId, (scope) => releaseOverdue(scope, PaymentId.parse(paymentId)));
  }
}
