import { z } from 'zod';
import { PaymentId } from '#contract/billing/calls.ts';
import { InvoiceId } from '#contract/billing/invoices.ts';
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

/** Asks the bank about a payment that it says has changed. */
export const followPaymentJob = defineJob({
  name: 'billing.follow-payment',
  payload: z.object({ tenantId: TenantId, paymentId: PaymentId, providerId: z.string() }),
  queue: ({ paymentId }) => `payment:${paymentId}`,
  key: ({ paymentId }) => `payment:${paymentId}`,
});

/** Mails an invoice; tried again for a day while the mail server is away. */
export const mailInvoiceJob = defineJob({
  name: 'billing.mail-invoice',
  payload: z.object({ tenantId: TenantId, memberId: MemberId, invoiceId: InvoiceId, site: MailSite }),
  maxAttempts: 20,
});
