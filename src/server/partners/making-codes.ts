import { PromoCodeTerms } from '#contract/billing/promo-codes.ts';
import type { ReferralCode } from '#contract/partners/calls.ts';
import { MAX_REFERRAL_CODES } from '#contract/partners/values.ts';
import { createPromoCode } from '#server/billing/promo-codes/creating-actions.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { countCodesLocked } from './code-queries.ts';
import { listCodes, requirePartner } from './partner-actions.ts';

// NOTE: a process: it makes a code of the deployment for a cabinet.

/**
 * Makes a code of the cabinet under the present terms: once for each friend, at the first payment.
 *
 * @throws {Problem} `partners.not_offered`, `referral_code.limit_reached`
 */
export async function makeReferralCode(ctx: MemberContext): Promise<ReferralCode> {
  const { tenantId, memberId } = ctx;
  const { brand } = await withTenant(ctx, tenantId, requirePartner);
  const { discountPercent, rewardPercent } = ctx.config.referral;
  const terms = PromoCodeTerms.parse({
    discountPercent,
    rewardPercentOwner: rewardPercent,
    paymentsCountByUser: 1,
    maxUserPayments: 0,
  });
  const { id } = await withSystem(ctx, async (scope) => {
    const made = await countCodesLocked(scope, tenantId);
    if (made >= MAX_REFERRAL_CODES) throw new Problem('referral_code.limit_reached', { max: MAX_REFERRAL_CODES });
    return createPromoCode(scope, { terms, ownerTenantId: tenantId, createdBy: memberId });
  });
  const codes = await withTenant(ctx, tenantId, (scope) => listCodes(scope, brand));
  const made = codes.find((code) => code.id === id);
  if (!made) throw new Error('the code that was made is not in the list');
  return made;
}
