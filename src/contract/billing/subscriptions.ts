import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { Payment } from './calls.ts';
import type { CartLine } from './cart.ts';
import { PRICE_CURRENCIES } from './tariffs.ts';

export const SubscriptionId = z.uuid().brand('SubscriptionId');
export type SubscriptionId = z.infer<typeof SubscriptionId>;
export const CardId = z.uuid().brand('CardId');
export type CardId = z.infer<typeof CardId>;

/**
 * - `trial`: nothing was charged yet, and the trial lasts.
 * - `active`: paid for.
 * - `grace`: the period is over and not paid for; everything goes on meanwhile.
 * - `read_only`: stopped for want of a payment; what it gave is kept.
 * - `expired`: not charged any more, since it was turned off or stayed unpaid.
 */
export const SUBSCRIPTION_STATES = ['trial', 'active', 'grace', 'read_only', 'expired'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

const Card = z.object({
  id: CardId,
  /** As the bank names it; null when it did not. */
  brand: z.string().nullable(),
  lastDigits: z.string().nullable(),
  /** The bank's reason for which it is not charged any more, e.g. `card_expired`. */
  trouble: z.string().nullable(),
});

const Subscription = z.object({
  id: SubscriptionId,
  tariffId: z.int(),
  units: z.int(),
  /** How many each charge pays for. */
  months: z.int(),
  amountMinor: z.int(),
  currency: z.enum(PRICE_CURRENCIES),
  state: z.enum(SUBSCRIPTION_STATES),
  /** Whether a member turned it off: it ends at `dueAt`. */
  isCancelled: z.boolean(),
  /** Whether turning it off can be taken back without paying. */
  canResume: z.boolean(),
  /** The end of what is paid for, or of the trial. */
  dueAt: Instant,
  /** The tariff stops then, unless it is paid for. */
  graceUntil: Instant,
  /** The next charge without a member; null when there is none ahead. */
  nextChargeAt: Instant.nullable(),
  /** Whether the bank has not decided on a charge yet. */
  isCharging: z.boolean(),
  /** The last refused charge of the period that is due. */
  lastRefusal: z.object({ reason: z.string().nullable(), at: Instant }).nullable(),
  card: Card,
});
export type Subscription = z.infer<typeof Subscription>;

const params = z.object({ subscriptionId: SubscriptionId });

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/v1/payments/subscriptions',
  access: 'member',
  summary: 'What is renewed by itself, when and from which card; at most one per tariff.',
  reply: z.object({
    subscriptions: z.array(Subscription),
    /** The trial can go on with a card that is bound now; null where it cannot. */
    trial: z
      .object({ tariffId: z.int(), amountMinor: z.int(), currency: z.enum(PRICE_CURRENCIES), chargeAt: Instant })
      .nullable(),
  }),
});

export const listCharges = endpoint({
  method: 'GET',
  path: '/api/v1/payments/subscriptions/:subscriptionId/charges',
  access: 'member',
  summary: 'Payments for a subscription, newest first.',
  params,
  query: PageQuery,
  reply: pageOf(Payment),
  problems: ['subscription.not_found'],
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/v1/payments/subscriptions/:subscriptionId/cancel',
  access: 'owner',
  summary: 'Turns the renewal off: it ends with what is paid for, or at once in the days of grace.',
  params,
  reply: Subscription,
  problems: ['subscription.not_found'],
});

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/v1/payments/subscriptions/:subscriptionId/resume',
  access: 'owner',
  summary: 'Takes back that it was turned off, until it has ended.',
  params,
  reply: Subscription,
  problems: ['subscription.not_found', 'subscription.ended'],
});

export const paySubscription = endpoint({
  method: 'POST',
  path: '/api/v1/payments/subscriptions/:subscriptionId/pay',
  access: 'owner',
  summary: 'Opens a payment for the next period on the page of the bank; the card that pays is charged from then on.',
  params,
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  reply: Payment,
  problems: [
    'subscription.not_found',
    'subscription.charge_pending',
    'payment.not_offered',
    'payment.refused',
    'payment.bank_away',
  ],
});

const BoundCard = Card.extend({
  /** `pending` until the bank has decided; the other two are final. */
  status: z.enum(['pending', 'active', 'canceled']),
  /** The bank's page, while it is pending. */
  bindUrl: z.string().nullable(),
});
export type BoundCard = z.infer<typeof BoundCard>;

export const bindCard = endpoint({
  method: 'POST',
  path: '/api/v1/payments/cards',
  access: 'owner',
  summary: 'Binds a card without a charge; the reply has the page of the bank.',
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  body: z.discriminatedUnion('purpose', [
    /** The end of the trial is paid for from it. */
    z.strictObject({ purpose: z.literal('trial') }),
    /** It takes the place of the subscription's card, wherever that one is charged. */
    z.strictObject({ purpose: z.literal('subscription'), subscriptionId: SubscriptionId }),
  ]),
  reply: BoundCard,
  problems: [
    'subscription.not_found',
    'subscription.no_trial',
    'payment.not_offered',
    'card.refused',
    'payment.bank_away',
  ],
});

export const getCard = endpoint({
  method: 'GET',
  path: '/api/v1/payments/cards/:cardId',
  access: 'member',
  summary: 'One card; a pending one is asked for at the bank first.',
  params: z.object({ cardId: CardId }),
  ratePerMinute: 120,
  reply: BoundCard,
  problems: ['card.not_found'],
});

/** Why a cart cannot be renewed by itself; null: it can, or need not. */
export function autoPayProblem(cart: {
  isAutoPay: boolean;
  lines: readonly CartLine[];
}): 'auto_payment.nothing_to_renew' | null {
  if (!cart.isAutoPay) return null;
  return cart.lines.some(({ kind }) => kind === 'tariff') ? null : 'auto_payment.nothing_to_renew';
}
