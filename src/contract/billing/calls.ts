import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MAX_UNITS } from './cart.ts';
import { PROMO_REFUSALS } from './promo-values.ts';
import { TypedPromoCode } from './promo-ids.ts';
import { ABILITIES, ITEM_KINDS, PRICE_CURRENCIES, TOP_UPS } from './tariffs.ts';

export const PaymentId = z.uuid().brand('PaymentId');
export type PaymentId = z.infer<typeof PaymentId>;

export const Line = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('tariff'),
    tariffId: z.int().min(0).max(25),
    /** Numbers, organisations or instances; 1 where the tariff is not counted. */
    units: z.int().min(1).max(MAX_UNITS),
    months: z.int().min(1).max(12),
    /** Channels, branches or clinics of the cabinet that the units are for, one per unit of a counted tariff. Absent: units alone. */
    itemIds: z.array(z.uuid()).min(1).max(MAX_UNITS).optional(),
  }),
  /** `amount`: messages, ratings, or dollars of AI money. */
  z.strictObject({ kind: z.literal('top_up'), balance: z.enum(TOP_UPS), amount: z.int().min(1).max(1_000_000) }),
]);

/** A period that the operator wrote. */
const PeriodLine = z.strictObject({
  kind: z.literal('period'),
  tariffId: z.int().min(0).max(25),
  units: z.int().min(1).max(200),
  beginsAt: Instant,
  endsAt: Instant,
});

/** A line of a payment; amounts are minor units. */
export const PaymentLine = z.object({
  line: z.discriminatedUnion('kind', [...Line.options, PeriodLine]),
  /** The sum after both discounts. */
  amountMinor: z.int(),
  /** The discount of further units. */
  discountMinor: z.int(),
  /** The discount of the promo code. */
  promoDiscountMinor: z.int().default(0),
});
export type PaidLine = z.infer<typeof PaymentLine>['line'];

export const CartLines = z.array(Line).min(1, { error: 'required' }).max(20);

/** A line of an invoice; `discountMinor` is what it cost less. */
export const PricedLine = z.object({ line: Line, amountMinor: z.int(), discountMinor: z.int() });

export const PAYMENT_STATUSES = ['pending', 'succeeded', 'canceled'] as const;

export const Payment = z.object({
  id: PaymentId,
  /** `pending` until the bank has decided; the other two are final. */
  status: z.enum(PAYMENT_STATUSES),
  lines: z.array(PaymentLine),
  amountMinor: z.int(),
  /** The promo code that lowered it. */
  promocode: z.string().nullable(),
  currency: z.enum(PRICE_CURRENCIES),
  /** The bank's page, while it is pending; null when the bank has not given one yet. */
  payUrl: z.string().nullable(),
  /** The bank's reason of a canceled one, e.g. `insufficient_funds`; `expired_on_confirmation`: nobody paid in time. */
  reason: z.string().nullable(),
  /** It is not paid, and may be paid by anybody who has its link: see `sharePayment`. */
  isShareable: z.boolean(),
  /** The sum that was returned; less than the amount: a part. */
  refundedMinor: z.int(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type Payment = z.infer<typeof Payment>;

/** Something of the cabinet that units of a tariff may be for. */
export const PaidItem = z.object({ id: z.uuid(), kind: z.enum(ITEM_KINDS), title: z.string() });
export type PaidItem = z.infer<typeof PaidItem>;

export const listPaidItems = endpoint({
  method: 'GET',
  path: '/api/v1/payments/items',
  access: 'member',
  summary: 'What units of tariffs may be for: numbers, branches and organisations of the cabinet.',
  reply: z.array(PaidItem),
});

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/v1/payments/subscription',
  access: 'member',
  summary: 'What the cabinet has, until when, and its balances.',
  reply: z.object({
    /** `free`: everything without end · `trial` · `active`: something is paid for · `expired`: nothing is. */
    state: z.enum(['free', 'trial', 'active', 'expired']),
    /** The end of what lasts longest; null never ends. */
    until: Instant.nullable(),
    abilities: z.array(z.enum(ABILITIES)),
    /** The last end of each tariff that was ever paid for. */
    tariffs: z.array(
      z.object({
        tariffId: z.int(),
        units: z.int(),
        until: Instant,
        isActive: z.boolean(),
        /** Its chosen items; without a choice, everything of the tariff's kind that the cabinet has. */
        items: z.array(PaidItem),
      }),
    ),
    messagesLeft: z.int(),
    ratingsLeft: z.int(),
    /** Millionths of a US dollar. */
    aiBalanceMicroUsd: z.int(),
    /** The currency of payments; null where this deployment takes none. */
    currency: z.enum(PRICE_CURRENCIES).nullable(),
    /** The currency of invoices; null where none are issued. */
    invoiceCurrency: z.enum(PRICE_CURRENCIES).nullable(),
  }),
});

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/v1/payments',
  access: 'member',
  summary: 'Payments, newest first.',
  query: PageQuery,
  reply: pageOf(Payment),
});

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/v1/payments/:paymentId',
  access: 'member',
  summary: 'One payment; a pending one is asked for at the bank first.',
  params: z.object({ paymentId: PaymentId }),
  ratePerMinute: 120,
  reply: Payment,
  problems: ['payment.not_found'],
});

export const createPayment = endpoint({
  method: 'POST',
  path: '/api/v1/payments',
  access: 'owner',
  summary: 'Opens a payment for a cart; the reply has the page of the bank.',
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  body: z.object({
    lines: CartLines,
    /** The sum that the payer has seen. */
    totalMinor: z.int(),
    promocode: TypedPromoCode.optional(),
    /** Whether its tariffs are renewed from the card that pays. */
    isAutoPay: z.boolean().default(false),
  }),
  reply: Payment,
  problems: [
    'tariff.not_sold',
    'item.not_found',
    'message_top_up.too_small',
    'rating_top_up.too_small',
    'ai_top_up.too_small',
    'top_up.too_large',
    'payment.total_changed',
    'auto_payment.nothing_to_renew',
    'payment.too_large',
    'payment.not_offered',
    'payment.refused',
    'payment.bank_away',
    ...PROMO_REFUSALS,
  ],
});
