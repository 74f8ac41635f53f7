/** The partner's part for payments with a code: minor units of the payment's currency, and percent of it. */
export type RewardTerms = { rewardMinor: number; rewardPercent: number };

/** Computes the reward for a payment in minor units; never more than was paid. */
export function rewardOf(paidMinor: number, { rewardMinor, rewardPercent }: RewardTerms): number {
  return Math.min(paidMinor, rewardMinor + Math.floor((paidMinor * rewardPercent) / 100));
}

/**
 * Computes what is taken back when money of a payment is returned: the same share of its reward, and all the rest when
 * nothing of the payment is left.
 *
 * @param reward.leftMinor what was not taken back by earlier returns
 */
export function reversalOf(
  { paidMinor, returnedMinor, isFull }: { paidMinor: number; returnedMinor: number; isFull: boolean },
  reward: { fullMinor: number; leftMinor: number },
): number {
  if (isFull || paidMinor === 0) return Math.max(0, reward.leftMinor);
  const share = Math.ceil((reward.fullMinor * returnedMinor) / paidMinor);
  return Math.max(0, Math.min(share, reward.leftMinor));
}

/** The sum a code has earned and was not paid out, in minor units. */
export type CodeBalance = { promoCodeId: string; leftMinor: number };

/** Divides a payout among the codes that earned it, in their order. @returns the parts above zero */
export function shareOut(
  amountMinor: number,
  codes: readonly CodeBalance[],
): { promoCodeId: string; amountMinor: number }[] {
  let rest = amountMinor;
  const parts = codes.map(({ promoCodeId, leftMinor }) => {
    const part = Math.max(0, Math.min(rest, leftMinor));
    rest -= part;
    return { promoCodeId, amountMinor: part };
  });
  return parts.filter((part) => part.amountMinor > 0);
}

/** The reason that keeps a payout from being opened. */
export type PayoutProblem = 'payout.already_open' | 'payout.too_small' | 'payout.not_covered';

/** Returns what keeps a payout from being opened; null: nothing does. */
export function payoutProblem(
  amountMinor: number,
  about: { freeMinor: number; minMinor: number; hasOpen: boolean },
): PayoutProblem | null {
  if (about.hasOpen) return 'payout.already_open';
  if (amountMinor < about.minMinor) return 'payout.too_small';
  return amountMinor > about.freeMinor ? 'payout.not_covered' : null;
}
