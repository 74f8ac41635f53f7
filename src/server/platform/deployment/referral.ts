import { z } from 'zod';

/** Variables about the referral programme. */
export const REFERRAL_VARIABLES = {
  /** The discount of a friend at the first payment, in percent. */
  REFERRAL_DISCOUNT_PERCENT: z.coerce.number().int().min(1).max(100).default(20),
  /** The part of it that the partner gets, in percent. */
  REFERRAL_REWARD_PERCENT: z.coerce.number().int().min(0).max(100).default(10),
};

/** The terms of codes that partners make from now on. */
export const referralOf = (env: z.output<z.ZodObject<typeof REFERRAL_VARIABLES>>) => ({
  discountPercent: env.REFERRAL_DISCOUNT_PERCENT,
  rewardPercent: env.REFERRAL_REWARD_PERCENT,
});
