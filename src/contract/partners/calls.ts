import { z } from 'zod';
import { PRICE_CURRENCIES } from '#contract/billing/tariffs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MAX_REFERRAL_CODES, PAYOUT_STATUSES } from './values.ts';

export const PayoutId = z.uuid().brand<'PayoutId'>();
export type PayoutId = z.infer<typeof PayoutId>;

/** The text of a referral link's code; case does not matter. */
const TypedCode = z.string().trim().min(1).max(40);

/** Percentages of this deployment: what a friend pays less at the first payment, and what the partner gets of it. */
const Terms = z.object({ discountPercent: z.int(), rewardPercent: z.int() });

/** Sums of one currency, in minor units. */
const CodeSum = z.object({
  currency: z.enum(PRICE_CURRENCIES),
  /** Rewards less those that were taken back. */
  earnedMinor: z.int(),
  paidOutMinor: z.int(),
});

/** A partner's promo code with its link, and what came of it. */
export const ReferralCode = z.object({
  id: z.uuid(),
  code: z.string(),
  link: z.string(),
  discountPercent: z.int(),
  /** Percent of the friend's payment. */
  rewardPercent: z.int(),
  /** Minor units of the payment's currency; above zero it is given instead of the percentage. */
  rewardMinor: z.int(),
  /** Whether friends may use it. */
  isActive: z.boolean(),
  createdAt: Instant,
  /** Visitors who opened the link, each once a day. */
  clicked: z.int(),
  /** Cabinets that were registered after a visit by the link. */
  registered: z.int(),
  /** Cabinets that paid. */
  paid: z.int(),
  sums: z.array(CodeSum),
});
export type ReferralCode = z.infer<typeof ReferralCode>;

/** The balance of rewards that were not paid out, in minor units. It is below zero when a friend's money was returned after a payout. */
export const RewardAccount = z.object({
  currency: z.enum(PRICE_CURRENCIES),
  balanceMinor: z.int(),
  /** The part that an open payout has reserved. */
  reservedMinor: z.int(),
  /** The least that is paid out. */
  minPayoutMinor: z.int(),
});
export type RewardAccount = z.infer<typeof RewardAccount>;

export const Payout = z.object({
  id: PayoutId,
  status: z.enum(PAYOUT_STATUSES),
  amountMinor: z.int(),
  currency: z.enum(PRICE_CURRENCIES),
  /** Where the money goes, in the partner's words. */
  requisites: z.string(),
  /** Why the operator refused it. */
  reason: z.string().nullable(),
  requestedAt: Instant,
  decidedAt: Instant.nullable(),
});
export type Payout = z.infer<typeof Payout>;

export const noteVisit = endpoint({
  method: 'POST',
  path: '/api/v1/partners/visits',
  access: 'public',
  summary:
    'Keeps the first visit of a device: the code of a referral link and the campaign. Unknown codes are left out.',
  ratePerMinute: 60,
  body: z.object({ code: TypedCode.nullish(), utmTag: z.string().max(300).nullish() }),
  reply: z.object({
    /** The discount of the visitor's first payment by the code that is kept; null without one. */
    discountPercent: z.int().nullable(),
  }),
});

export const getPartner = endpoint({
  method: 'GET',
  path: '/api/v1/partners',
  access: 'owner',
  summary: 'Codes of the cabinet with what came of them, and the balance of rewards by currency.',
  reply: z.object({ terms: Terms, codes: z.array(ReferralCode), accounts: z.array(RewardAccount) }),
  problems: ['partners.not_offered'],
});

export const createReferralCode = endpoint({
  method: 'POST',
  path: '/api/v1/partners/codes',
  access: 'owner',
  summary: `Makes a code with its link; at most ${MAX_REFERRAL_CODES}.`,
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  reply: ReferralCode,
  problems: ['partners.not_offered', 'referral_code.limit_reached'],
});

export const getReferralGift = endpoint({
  method: 'GET',
  path: '/api/v1/partners/gift',
  access: 'member',
  summary: "The code of the link by which the cabinet's owner came, until the first payment; null when there is none.",
  reply: z.object({
    gift: z
      .object({
        promocode: z.string(),
        discountPercent: z.int(),
        /** Ids of the tariffs that it lowers; empty: every tariff. */
        availableTariffTypes: z.array(z.int()),
      })
      .nullable(),
  }),
});

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/v1/partners/payouts',
  access: 'owner',
  summary: 'Payouts of the cabinet, newest first.',
  query: PageQuery,
  reply: pageOf(Payout),
  problems: ['partners.not_offered'],
});

export const requestPayout = endpoint({
  method: 'POST',
  path: '/api/v1/partners/payouts',
  access: 'owner',
  summary: 'Requests a payout of rewards; its amount is reserved until the operator decides. One is open at a time.',
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  body: z.object({
    amountMinor: z.int().min(1).max(1_000_000_000),
    currency: z.enum(PRICE_CURRENCIES),
    requisites: z.string().trim().min(1, { error: 'required' }).max(1000, { error: 'too_long' }),
  }),
  reply: Payout,
  problems: ['partners.not_offered', 'payout.too_small', 'payout.not_covered', 'payout.already_open'],
});

export const withdrawPayout = endpoint({
  method: 'DELETE',
  path: '/api/v1/partners/payouts/:payoutId',
  access: 'owner',
  summary: 'Takes back a payout that is not decided yet.',
  params: z.object({ payoutId: PayoutId }),
  problems: ['payout.not_found', 'payout.decided'],
});

/** A payout as the operator sees it. */
export const PartnerPayout = Payout.extend({
  userGuid: z.uuid(),
  tenantName: z.string(),
  email: z.string().nullable(),
  /** The partner's balance in this currency, reserved sums included. */
  balanceMinor: z.int(),
});
export type PartnerPayout = z.infer<typeof PartnerPayout>;

export const listPartnerPayouts = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Payouts',
  access: 'admin',
  summary: 'Payouts of all partners by their state, the longest waiting first.',
  query: PageQuery.extend({ status: z.enum(PAYOUT_STATUSES).default('requested') }),
  reply: pageOf(PartnerPayout),
});

const PayoutParams = z.object({ payoutId: PayoutId });

export const markPayoutPaid = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Payouts/:payoutId/Paid',
  access: 'admin',
  summary: "Notes that a payout was paid; the partner's balance falls by it.",
  takesIdempotencyKey: true,
  params: PayoutParams,
  reply: Payout,
  problems: ['payout.not_found', 'payout.decided', 'payout.not_covered'],
});

export const refusePayout = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Payouts/:payoutId/Refused',
  access: 'admin',
  summary: 'Refuses a payout with a reason that the partner sees; its amount is free again.',
  takesIdempotencyKey: true,
  params: PayoutParams,
  body: z.object({ reason: z.string().trim().min(1, { error: 'required' }).max(500, { error: 'too_long' }) }),
  reply: Payout,
  problems: ['payout.not_found', 'payout.decided'],
});
