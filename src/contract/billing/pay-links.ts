import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { PaymentId, PaymentLine } from './calls.ts';
import { PRICE_CURRENCIES } from './tariffs.ts';

/** The signed name of a payment, from the address of its page. */
const Token = z.string().min(1).max(200);

export const sharePayment = endpoint({
  method: 'POST',
  path: '/api/v1/payments/:paymentId/link',
  access: 'owner',
  summary: 'The address at which anybody may pay an open payment without signing in.',
  params: z.object({ paymentId: PaymentId }),
  reply: z.object({ url: z.string() }),
  problems: ['payment.not_found', 'pay.not_payable', 'payment.not_offered', 'payment.too_large'],
});

/**
 * - `open`: it can be paid · `paid` · `canceled`: the bank or the operator ended it · `over`: the link has ended ·
 *   `waiting`: the bank has not answered yet.
 */
export const PAY_LINK_STATES = ['open', 'waiting', 'paid', 'canceled', 'over'] as const;

export const PublicPayment = z.object({
  state: z.enum(PAY_LINK_STATES),
  /** The cabinet that it is for. */
  business: z.string(),
  lines: z.array(PaymentLine),
  amountMinor: z.int(),
  currency: z.enum(PRICE_CURRENCIES),
  /** Why the last attempt failed; null: none has. */
  reason: z.string().nullable(),
});
export type PublicPayment = z.infer<typeof PublicPayment>;

export const getPublicPayment = endpoint({
  method: 'GET',
  path: '/api/v1/publicPayments',
  access: 'public',
  summary: 'The payment of a pay link; one that is at the bank is asked for there first.',
  ratePerMinute: 120,
  query: z.object({ payment: Token }),
  reply: PublicPayment,
  problems: ['payment.not_found'],
});

export const openPublicPayment = endpoint({
  method: 'POST',
  path: '/api/v1/publicPayments',
  access: 'public',
  summary: 'Opens the payment of a pay link at the bank; an open one is continued.',
  ratePerMinute: 30,
  body: z.object({ payment: Token }),
  reply: z.object({ payUrl: z.string() }),
  problems: ['payment.not_found', 'pay.not_payable', 'payment.not_offered', 'payment.refused', 'payment.bank_away'],
});
