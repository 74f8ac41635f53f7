import { z } from 'zod';
import { defineEvent } from '#server/platform/events/events.ts';

/** The quota grew: what waited for it can go. */
export const messagesAdded = defineEvent({ name: 'billing.messages_added', facts: z.object({ left: z.int() }) });

/** The cabinet's tariffs changed: what stopped for want of one goes on. */
export const tariffsChanged = defineEvent({ name: 'billing.tariffs_changed', facts: z.object({}) });

/** The quota of ratings grew: reviews that waited for it can be shown. */
export const ratingsAdded = defineEvent({ name: 'billing.ratings_added', facts: z.object({ left: z.int() }) });
