import { z } from 'zod';
import { PAYMENT_STATUSES, PaymentId, PaymentLine } from '#contract/billing/calls.ts';
import { PRICE_CURRENCIES, TARIFFS } from '#contract/billing/tariffs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { UserParams } from './calls.ts';
import { ManagerId } from './people.ts';
import { DEFAULT_PAY, MAX_PAY_AMOUNT, MAX_PAY_TEXT } from './pays-values.ts';

/** Seconds since 1970, from 2000 to 2100. */
const UnixTime = z.int().min(946_684_800).max(4_102_444_800);

/** Whole units of the currency, with at most two decimals. */
const Amount = z
  .number()
  .min(0, { error: 'range' })
  .max(MAX_PAY_AMOUNT, { error: 'range' })
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, { error: 'format' });

const AccountIds = z.array(z.string().max(100)).max(200);
const Text = z.string().trim().max(MAX_PAY_TEXT, { error: 'too_long' });

/** Fields that the operator writes; the specification's names, section 3 "Payment (admin model)". */
const Written = z.strictObject({
  dateBeginUnixTime: UnixTime,
  dateEndUnixTime: UnixTime,
  paymentDayUnixTime: UnixTime.nullable(),
  isFree: z.boolean(),
  success: z.boolean(),
  amount: Amount,
  currency: z.enum(PRICE_CURRENCIES),
  tariff: z
    .int()
    .min(0, { error: 'unknown' })
    .max(TARIFFS.length - 1, { error: 'unknown' }),
  instanceIds: AccountIds,
  internalYclientsCompaniesIds: AccountIds,
  iikoOrganizationsIds: AccountIds,
  medFlexLpuIds: AccountIds,
  comment: Text,
  reason: Text,
  managerId: ManagerId.nullable(),
  payDestinationId: z.uuid().nullable(),
});

/** Fields of a new payment; those left out are the defaults. */
export const NewPay = Written.extend({
  paymentDayUnixTime: UnixTime.nullable().default(null),
  isFree: z.boolean().default(false),
  success: z.boolean().default(false),
  amount: Amount.default(DEFAULT_PAY.amount),
  currency: z.enum(PRICE_CURRENCIES).default(DEFAULT_PAY.currency),
  tariff: Written.shape.tariff.default(DEFAULT_PAY.tariff),
  instanceIds: AccountIds.default([]),
  internalYclientsCompaniesIds: AccountIds.default([]),
  iikoOrganizationsIds: AccountIds.default([]),
  medFlexLpuIds: AccountIds.default([]),
  comment: Text.default(''),
  reason: Text.default(''),
  managerId: ManagerId.nullable().default(null),
  payDestinationId: z.uuid().nullable().default(null),
});
export type NewPay = z.output<typeof NewPay>;

/** Money on its way back to the payer, or returned. */
export const Refund = z.object({
  id: z.uuid(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  /** Whole units of the payment's currency. */
  amount: z.number(),
  reason: z.string(),
  /** The bank's reason of a canceled one. */
  failure: z.string().nullable(),
  createdAt: Instant,
});
export type Refund = z.infer<typeof Refund>;

const Period = z.object({ beginsAt: Instant, endsAt: Instant });
const Taken = z.object({ given: z.int(), taken: z.int() });

/** A change of what a payment had given: what it had added to the balances, and how much of it was left to take back. */
export const PayCorrection = z.object({
  kind: z.enum(['dates', 'unpaid', 'restored', 'refunded']),
  periods: z.array(z.object({ tariffId: z.int(), before: Period.nullable(), after: Period.nullable() })),
  balances: z.object({ messages: Taken, ratings: Taken, aiMicroUsd: Taken }),
  at: Instant,
});
export type PayCorrection = z.infer<typeof PayCorrection>;

/** A payment as the operator sees it; those of the cart are among them. Times are seconds since 1970. */
export const Pay = Written.extend({
  id: PaymentId,
  /** Null: it is for no period. */
  dateBeginUnixTime: z.int().nullable(),
  dateEndUnixTime: z.int().nullable(),
  paymentDayUnixTime: z.int().nullable(),
  createdDateUnixTime: z.int(),
  /** When the cabinet was last reminded of its end. */
  lastDateNotifyUnixTime: z.int().nullable(),
  amount: z.number(),
  /** Null: additions to the balances alone. */
  tariff: z.int().nullable(),
  /** The bank's id; null: it was not opened at the bank. */
  paymentId: z.string().nullable(),
  /** Our id, as the bank has it. */
  orderId: z.string(),
  promocode: z.string().nullable(),
  yoomoneySubscriptionId: z.string().nullable(),
  isAutoPay: z.boolean(),
  userId: MemberId.nullable(),
  /** The fields below are not of the specification. */
  status: z.enum(PAYMENT_STATUSES),
  /** The operator wrote it; all its fields may be changed while it is not paid. */
  isWritten: z.boolean(),
  /** The bank has its page open, or took its money: what was paid is returned by a refund. */
  isOfBank: z.boolean(),
  /** The bank's reason of a canceled one. */
  failure: z.string().nullable(),
  lines: z.array(PaymentLine),
  /** Whole units; those on their way are not among them. */
  refunded: z.number(),
});
export type Pay = z.infer<typeof Pay>;

const PayParams = UserParams.extend({ payId: PaymentId });
const YesNo = z.enum(['true', 'false']);

export const createPay = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Users/:userId/Pays',
  access: 'admin',
  summary: "Writes a payment of a person's cabinet; a successful one gives the period of its tariff.",
  takesIdempotencyKey: true,
  params: UserParams,
  body: NewPay,
  reply: Pay,
  problems: ['member.not_found'],
});

export const listPays = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId/Pays',
  access: 'admin',
  summary: "Payments of a person's cabinet, newest first; `pages` counts them by 20.",
  params: UserParams,
  query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1), success: YesNo.optional() }),
  reply: z.object({ pays: z.array(Pay), pages: z.int() }),
  problems: ['member.not_found'],
});

export const getPay = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId/Pays/:payId',
  access: 'admin',
  summary: 'One payment, with its refunds and what was corrected.',
  params: PayParams,
  reply: Pay.extend({ refunds: z.array(Refund), corrections: z.array(PayCorrection) }),
  problems: ['member.not_found', 'payment.not_found'],
});

export const changePay = endpoint({
  method: 'PATCH',
  path: '/api/v1/Admin/Users/:userId/Pays/:payId',
  access: 'admin',
  summary: 'Changes a payment; of one that was paid by its payer, the notes alone.',
  params: PayParams,
  body: Written.partial(),
  reply: Pay,
  problems: ['member.not_found', 'payment.not_found', 'pay.of_bank', 'pay.settled', 'pay.being_paid', 'pay.canceled'],
});

/** It can be followed for 30 days; a later call gives it 30 more. */
export const linkToPay = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId/Pays/:payId/LinkToPay',
  access: 'admin',
  summary: 'The address at which anybody may pay it without signing in.',
  params: PayParams,
  reply: z.object({ url: z.string() }),
  problems: ['member.not_found', 'payment.not_found', 'pay.not_payable', 'payment.not_offered', 'payment.too_large'],
});

export const cancelPay = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Users/:userId/Pays/:payId/Cancel',
  access: 'admin',
  summary: 'Withdraws a written payment that is not paid; its link ends.',
  params: PayParams,
  reply: Pay,
  problems: ['member.not_found', 'payment.not_found', 'pay.of_bank', 'pay.settled', 'pay.being_paid'],
});

export const refundPay = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Users/:userId/Pays/:payId/Refunds',
  access: 'admin',
  summary: 'Returns money of a paid payment at the bank; all of it takes back what the payment gave.',
  takesIdempotencyKey: true,
  params: PayParams,
  body: z.object({
    amount: Amount.refine((amount) => amount > 0, { error: 'range' }),
    reason: Text.min(1, { error: 'required' }),
  }),
  reply: Refund,
  problems: ['member.not_found', 'payment.not_found', 'refund.not_paid', 'refund.too_large', 'payment.not_offered'],
});

/** A payment of the list of all cabinets. */
export const PayOfCabinet = Pay.extend({ email: z.string() });
export type PayOfCabinet = z.infer<typeof PayOfCabinet>;

export const listAllPays = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Pays',
  access: 'admin',
  summary: 'Payments of all cabinets, newest first; `search`: the beginning of an e-mail of their people.',
  query: PageQuery.extend({
    success: YesNo.optional(),
    tariff: z.coerce.number().int().min(0).max(25).optional(),
    managerId: ManagerId.optional(),
    userId: MemberId.optional(),
    search: z.string().trim().max(254).optional(),
  }),
  reply: pageOf(PayOfCabinet),
});

/** A payment as its payer sees it. */
const PaySeen = z.object(
  Pay.pick({
    id: true,
    tariff: true,
    amount: true,
    currency: true,
    success: true,
    isFree: true,
    status: true,
    dateBeginUnixTime: true,
    dateEndUnixTime: true,
    createdDateUnixTime: true,
    refunded: true,
  }).shape,
);

export const getPayInfos = endpoint({
  method: 'GET',
  path: '/api/v1/PayInfos/:userId',
  access: 'member',
  summary: "What a person's cabinet has and has paid; of others than oneself for the operator alone.",
  params: UserParams,
  reply: z.object({
    userId: MemberId,
    status: z.enum(['active', 'expired']),
    /** Null never ends. */
    dateEndUnixTime: z.int().nullable(),
    phones: z.array(z.string()),
    companies: z.array(z.string()),
    availableMessagesCount: z.int(),
    tariffs: z.array(z.object({ tariff: z.int(), units: z.int(), dateEndUnixTime: z.int(), isActive: z.boolean() })),
    /** The last 20, newest first. */
    pays: z.array(PaySeen),
  }),
  problems: ['member.not_found'],
});
