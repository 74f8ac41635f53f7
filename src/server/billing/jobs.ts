import { z } from 'zod';
import { defineEvent } from '#server/platform/events/events.ts';

/** The quota grew: what waited for it can go. */
export const messagesAdded = defineEvent({ name: 'billing.messages_added', facts: z.object({ left: z.int() }) });

/** The quota of replies by a model grew: those that waited for it can be written. */
export const aiReviewsAdded = defineEvent({ name: 'billing.ai_reviews_added', facts: z.object({ left: z.int() }) });

/** The quota of ratings grew: reviews that waited for it can be shown. */
export const ratingsAdded = defineEvent({ name: 'billing.ratings_added', facts: z.object({ left: z.int() }) });
