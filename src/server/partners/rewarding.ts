import type { TenantId } from '#contract/tenants/ids.ts';
import { haveSamePerson } from '#server/auth/members/shared-people-reads.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { bookReward, type FriendPayment, reverseReward } from './reward-actions.ts';
import { findPaid, findRewardTerms } from './reward-queries.ts';
import type { RewardTerms } from './rules.ts';
import { claimFirstPayment, findOrigin } from './touch-queries.ts';

// NOTE: a process: it reads in the cabinet of a friend and books in that of a partner.

type Earned = { ownerId: TenantId; payment: FriendPayment; terms: RewardTerms };

/**
 * Books what a succeeded payment earns: for the partner whose code lowered it, else, where it is the first one of a cabinet
 * that came by a link, for the partner of the link. Safe to run twice.
 */
export async function rewardPayment(ctx: Context, friendId: TenantId, paymentId: string): Promise<void> {
  const earned = await findEarned(ctx, friendId, paymentId);
  if (earned) await withTenant(ctx, earned.ownerId, (scope) => bookReward(scope, earned.payment, earned.terms));
}

/** Takes back what a payment earned, after money of it was returned. Safe to run twice, and before the reward is booked. */
export async function takeRewardBack(
  ctx: Context,
  friendId: TenantId,
  refund: { paymentId: string; refundId: string; returnedMinor: number; isFull: boolean },
): Promise<void> {
  const earned = await findEarned(ctx, friendId, refund.paymentId);
  if (!earned) return;
  await withTenant(ctx, earned.ownerId, async (scope) => {
    // NOTE: the job of the payment may be late; booked here, the reward is not booked by it again.
    await bookReward(scope, earned.payment, earned.terms);
    await reverseReward(scope, earned.payment, refund);
  });
}

async function findEarned(ctx: Context, friendId: TenantId, paymentId: string): Promise<Earned | undefined> {
  const found = await withTenant(ctx, friendId, async (scope) => {
    const paid = await findPaid(scope, paymentId);
    if (!paid) return undefined;
    // NOTE: also where another code lowered it: the first payment is then spent, and a later one earns nothing for the link.
    const isFirst = await claimFirstPayment(scope, paymentId);
    const origin = isFirst ? await findOrigin(scope) : undefined;
    return { paid, linkCodeId: origin?.promoCodeId ?? null };
  });
  if (!found) return undefined;
  const { paid, linkCodeId } = found;
  for (const promoCodeId of [paid.promoCodeId, linkCodeId]) {
    const terms = promoCodeId ? await withSystem(ctx, (scope) => findRewardTerms(scope, promoCodeId)) : undefined;
    if (!promoCodeId || !terms) continue;
    // NOTE: a business that pays by its own code earns nothing.
    if (await withSystem(ctx, (scope) => haveSamePerson(scope, terms.ownerId, friendId))) return undefined;
    const payment = { paymentId, friendId, promoCodeId, paidMinor: paid.amountMinor, currency: paid.currency };
    return { ownerId: terms.ownerId, payment, terms };
  }
  return undefined;
}
