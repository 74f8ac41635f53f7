import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Moment, PageQuery, pageOf } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { CartLines, PaymentId } from './calls.ts';
import { PromoCodeId, TypedPromoCode } from './promo-ids.ts';
import { MAX_PROMO_CODE, MIN_PROMO_CODE, PROMO_CODE_STATES, PROMO_REFUSALS, PROMO_USE_STATES } from './promo-values.ts';
import { PRICE_CURRENCIES } from './tariffs.ts';

export const checkPromoCode = endpoint({
  method: 'POST',
  path: '/api/v1/payments/promocode',
  access: 'owner',
  summary: 'Prices a cart under a promo code. The use is reserved when the payment starts, not here.',
  ratePerMinute: 30,
  body: z.object({ promocode: TypedPromoCode, lines: CartLines, isAutoPay: z.boolean().default(false) }),
  reply: z.object({
    /** As it is stored. */
    promocode: z.string(),
    discountPercent: z.int(),
    /** Ids of the tariffs that it lowers; empty: every tariff. */
    availableTariffTypes: z.array(z.int()),
    /** In the order of the cart. `amountMinor` is what remains after both discounts. */
    lines: z.array(
      z.object({
        fullMinor: z.int(),
        /** The discount of further units. */
        discountMinor: z.int(),
        promoDiscountMinor: z.int(),
        amountMinor: z.int(),
      }),
    ),
    totalMinor: z.int(),
    currency: z.enum(PRICE_CURRENCIES),
  }),
  problems: [...PROMO_REFUSALS, 'payment.not_offered'],
});

/** Wire names are the specification's, section 3 "Promo code". */
export const PromoCode = z.object({
  id: PromoCodeId,
  promocode: z.string(),
  discountPercent: z.int(),
  /** The most uses in all; null: any number. */
  paymentCount: z.int().nullable(),
  /** The most uses of one cabinet; null: any number. */
  paymentsCountByUser: z.int().nullable(),
  /** From this time on it is expired; null: never. */
  expireDate: Instant.nullable(),
  /** Ids of the tariffs that it lowers; empty: every tariff. */
  availableTariffTypes: z.array(z.int()),
  /** Payments that the cabinet must have made before. */
  minimalUserPayments: z.int(),
  /** The most payments that the cabinet may have made before; null: any number. */
  maxUserPayments: z.int().nullable(),
  /** For businesses with several branches alone. */
  forNetworkCompanies: z.boolean(),
  /** The owner's reward for a payment: minor units of the payment's currency. */
  rewardSumOwner: z.int(),
  /** The same, in percent of the payment. */
  rewardPercentOwner: z.int(),
  /** The cabinet of the partner whose code it is; null: the operator's own. */
  ownerGuid: TenantId.nullable(),
  ownerName: z.string().nullable(),
  state: z.enum(PROMO_CODE_STATES),
  /** Uses that were paid for, and those of payments that have not ended. */
  usedCount: z.int(),
  reservedCount: z.int(),
  createdAt: Instant,
});
export type PromoCode = z.infer<typeof PromoCode>;

export const listPromoCodes = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/PromoCodes',
  access: 'admin',
  summary: 'Promo codes of the deployment, newest first; search by part of the code.',
  query: PageQuery.extend({
    search: z.string().trim().max(64).optional(),
    state: z.enum(PROMO_CODE_STATES).optional(),
  }),
  reply: pageOf(PromoCode),
});

const PromoCodeParams = z.object({ promoCodeId: PromoCodeId });

export const getPromoCode = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/PromoCodes/:promoCodeId',
  access: 'admin',
  summary: 'One promo code.',
  params: PromoCodeParams,
  reply: PromoCode,
  problems: ['promo_code.not_found'],
});

/** A use of a code by a payment. */
export const PromoCodeUse = z.object({
  paymentId: PaymentId,
  userGuid: TenantId,
  /** The cabinet's name. */
  name: z.string(),
  /** The payer; null when the member was removed. */
  userId: MemberId.nullable(),
  email: z.string(),
  /** `reserved`: the payment has not ended · `used`: it was paid · `released`: it was not. */
  state: z.enum(PROMO_USE_STATES),
  amountMinor: z.int(),
  currency: z.enum(PRICE_CURRENCIES),
  createdAt: Instant,
});
export type PromoCodeUse = z.infer<typeof PromoCodeUse>;

export const listPromoCodeUses = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/PromoCodes/:promoCodeId/Uses',
  access: 'admin',
  summary: 'Payments that a promo code was entered for, newest first.',
  params: PromoCodeParams,
  query: PageQuery,
  reply: pageOf(PromoCodeUse),
  problems: ['promo_code.not_found'],
});

export const changePromoCode = endpoint({
  method: 'PATCH',
  path: '/api/v1/Admin/PromoCodes/:promoCodeId',
  access: 'admin',
  summary: 'Switches a promo code off or on again. Payments that have started keep their discount.',
  params: PromoCodeParams,
  body: z.object({ isDisabled: z.boolean() }),
  reply: PromoCode,
  problems: ['promo_code.not_found'],
});

export const generatePromoCode = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/PromoCodes/Generate',
  access: 'super_admin',
  summary: 'A random code of 6 characters that is free at present; nothing is stored.',
  ratePerMinute: 60,
  reply: z.object({ promocode: z.string() }),
});

const Count = z.int().min(1, { error: 'range' }).max(1_000_000, { error: 'range' });
const Percent = z.int().max(100, { error: 'range' });

/** Terms of a new code. */
export const PromoCodeTerms = z
  .object({
    /** Empty: a random one is made. */
    promocode: z
      .string()
      .trim()
      .toUpperCase()
      .regex(new RegExp(`^$|^[A-Z0-9_-]{${MIN_PROMO_CODE},${MAX_PROMO_CODE}}$`, 'u'), { error: 'format' })
      .default(''),
    discountPercent: Percent.min(1, { error: 'range' }),
    paymentCount: Count.nullable().default(null),
    paymentsCountByUser: Count.nullable().default(null),
    /** Ahead; null: without end. */
    expireDate: Moment.nullable().default(null),
    availableTariffTypes: z.array(z.int().min(0).max(25)).max(26).default([]),
    minimalUserPayments: z.int().min(0, { error: 'range' }).max(1000, { error: 'range' }).default(0),
    maxUserPayments: z.int().min(0, { error: 'range' }).max(1000, { error: 'range' }).nullable().default(null),
    forNetworkCompanies: z.boolean().default(false),
    rewardSumOwner: z.int().min(0, { error: 'range' }).max(100_000_000, { error: 'range' }).default(0),
    rewardPercentOwner: Percent.min(0, { error: 'range' }).default(0),
  })
  .refine(
    ({ minimalUserPayments, maxUserPayments }) => maxUserPayments === null || maxUserPayments >= minimalUserPayments,
    {
      error: 'range',
      path: ['maxUserPayments'],
    },
  );
export type PromoCodeTerms = z.infer<typeof PromoCodeTerms>;

export const createPromoCode = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/PromoCodes',
  access: 'super_admin',
  summary: 'Makes a promo code of the operator.',
  takesIdempotencyKey: true,
  body: PromoCodeTerms,
  reply: PromoCode,
  problems: ['promo_code.taken'],
});
