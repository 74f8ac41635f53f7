import { z } from 'zod';
import { PaymentId } from '#contract/billing/calls.ts';
import { InvoiceId } from '#contract/billing/invoices.ts';
import { CardId } from '#contract/billing/subscriptions.ts';
import { PRICE_CURRENCIES } from '#contract/billing/tariffs.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { MailSite } from '#server/auth/jobs.ts';
import { defineEvent } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** The quota grew: what waited for it can go. */
export const messagesAdded = defineEvent({ name: 'billing.messages_added', facts: z.object({ left: z.int() }) });

/** The quota of replies by a model grew: those that waited for it can be written. */
export const aiReviewsAdded = defineEvent({ name: 'billing.ai_reviews_added', facts: z.object({ left: z.int() }) });
/** The cabinet's tariffs changed: what stopped for want of one goes on. */
export const tariffsChanged = defineEvent({ name: 'billing.tariffs_changed', facts: z.object({}) });

/** The quota of ratings grew: reviews that waited for it can be shown. */
export const ratingsAdded = defineEvent({ name: 'billing.ratings_added', facts: z.object({ left: z.int() }) });

/**
 * A payment was settled: what was paid for is given in the same transaction. Amounts are minor units; `tariffIds` are those of
 * its tariff lines.
 */
export const paymentSucceeded = defineEvent({
  name: 'billing.payment_succeeded',
  facts: z.object({
    paymentId: PaymentId,
    amountMinor: z.int(),
    currency: z.enum(PRICE_CURRENCIES),
    tariffIds: z.array(z.int()),
  }),
});

/**
 * Money of a payment was returned, or a payment that the operator wrote is not paid after all. `amountMinor` is this return,
 * `isFull`: nothing of the payment is left. One payment may be refunded in parts, each with its own `refundId`.
 */
export const paymentRefunded = defineEvent({
  name: 'billing.payment_refunded',
  facts: z.object({
    paymentId: PaymentId,
    refundId: z.uuid(),
    amountMinor: z.int(),
    currency: z.enum(PRICE_CURRENCIES),
    isFull: z.boolean(),
  }),
});

/** Asks the bank about a payment that it says has changed. */
export const followPaymentJob = defineJob({
  name: 'billing.follow-payment',
  payload: z.object({ tenantId: TenantId, paymentId: PaymentId, providerId: z.string() }),
  queue: ({ paymentId }) => `payment:${paymentId}`,
  key: ({ paymentId }) => `payment:${paymentId}`,
});

/** Asks the bank about a refund that it says has changed. */
export const followRefundJob = defineJob({
  name: 'billing.follow-refund',
  payload: z.object({ tenantId: TenantId, refundId: z.uuid() }),
  queue: ({ refundId }) => `refund:${refundId}`,
  key: ({ refundId }) => `refund:${refundId}`,
});

/** Asks the bank about a card that it says has changed. */
export const followCardJob = defineJob({
  name: 'billing.follow-card',
  payload: z.object({ tenantId: TenantId, cardId: CardId }),
  queue: ({ cardId }) => `card:${cardId}`,
  key: ({ cardId }) => `card:${cardId}`,
});

/** Mails an invoice; tried again for a day while the mail server is away. */
export const mailInvoiceJob = defineJob({
  name: 'billing.mail-invoice',
  payload: z.object({ tenantId: TenantId, memberId: MemberId, invoiceId: InvoiceId, site: MailSite }),
  maxAttempts: 20,
});
