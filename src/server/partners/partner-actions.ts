import type { getPartner, getReferralGift, ReferralCode } from '#contract/partners/calls.ts';
import { MIN_PAYOUT_MINOR, REFERRAL_PARAMETER } from '#contract/partners/values.ts';
import { BRANDS, type BrandKey } from '#contract/brands/brands.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { countClicks, countReferrals, findGift, listOwnCodes } from './code-queries.ts';
import { listAccounts, listSums } from './reward-queries.ts';

/** @throws {Problem} `partners.not_offered` where the cabinet's domain has no promo codes */
export async function requirePartner(scope: TenantScope): Promise<{ brand: BrandKey }> {
  const { brand } = await getTenant(scope);
  if (!BRANDS[brand].features.promocodes) throw new Problem('partners.not_offered');
  return { brand };
}

/** @throws {Problem} `partners.not_offered` */
export async function readPartner(scope: ActionScope): Promise<ReplyOf<typeof getPartner>> {
  const { brand } = await requirePartner(scope);
  const accounts = await listAccounts(scope);
  return {
    terms: scope.config.referral,
    codes: await listCodes(scope, brand),
    accounts: accounts.map((account) => ({ ...account, minPayoutMinor: MIN_PAYOUT_MINOR[account.currency] })),
  };
}

/** Lists codes of the cabinet with what came of them, newest first. */
export async function listCodes(scope: ActionScope, brand: BrandKey): Promise<ReferralCode[]> {
  const now = scope.clock.now();
  const clicks = await countClicks(scope);
  const referrals = await countReferrals(scope);
  const sums = await listSums(scope);
  const codes = await listOwnCodes(scope);
  return codes.map(({ expireDate, isDisabled, createdAt, ...code }) => ({
    ...code,
    link: `${originOfBrand(scope.config, brand)}/?${REFERRAL_PARAMETER}=${encodeURIComponent(code.code)}`,
    isActive: !isDisabled && (expireDate === null || isAfter(expireDate, now)),
    createdAt: createdAt.toString(),
    clicked: clicks.get(code.id) ?? 0,
    ...(referrals.get(code.id) ?? { registered: 0, paid: 0 }),
    sums: sums
      .filter(({ promoCodeId }) => promoCodeId === code.id)
      .map(({ currency, earnedMinor, paidOutMinor }) => ({ currency, earnedMinor, paidOutMinor })),
  }));
}

/** The code that lowers the cabinet's first payment; null on domains without promo codes. */
export async function readGift(scope: ActionScope): Promise<ReplyOf<typeof getReferralGift>> {
  const { brand } = await getTenant(scope);
  const gift = BRANDS[brand].features.promocodes ? await findGift(scope, scope.clock.now()) : undefined;
  return { gift: gift ?? null };
}
