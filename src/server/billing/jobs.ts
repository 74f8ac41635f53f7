import { z } from 'zod';
import { PaymentId } from '#contract/billing/calls.ts';
import { CardId } from '#contract/billing/subscriptions.ts';
import { TenantId } from '#contract/tenants/ids.ts';
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

/** Asks the bank about a card that it says has changed. */
export const followCardJob = defineJob({
  name: 'billing.follow-card',
  payload: z.object({ tenantId: TenantId, cardId: CardId }),
  queue: ({ cardId }) => `card:${cardId}`,
  key: ({ cardId }) => `card:${cardId}`,
});
