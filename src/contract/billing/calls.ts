import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MAX_UNITS } from './cart.ts';
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

/** A line with its price; `discountMinor` is what it cost less. */
export const PricedLine = z.object({ line: Line, amountMinor: z.int(), discountMinor: z.int() });

export const PAYMENT_STATUSES = ['pending', 'succeeded', 'canceled'] as const;

export const Payment = z.object({
  id: PaymentId,
  /** `pending` until the bank has decided; the other two are final. */
  status: z.enum(PAYMENT_STATUSES),
  lines: z.array(PricedLine),
  amountMinor: z.int(),
  currency: z.enum(PRICE_CURRENCIES),
  /** The bank's page, while it is pending; null when the bank has not given one yet. */
  payUrl: z.string().nullable(),
  /** The bank's reason of a canceled one, e.g. `insufficient_funds`; `expired_on_confirmation`: nobody paid in time. */
  reason: z.string().nullable(),
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
    lines: z.array(Line).min(1, { error: 'required' }).max(20),
    /** The sum that the payer has seen. */
    totalMinor: z.int(),
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
    'payment.too_large',
    'payment.not_offered',
    'payment.refused',
    'payment.bank_away',
  ],
});
