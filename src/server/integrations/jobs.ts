import { z } from 'zod';
import { CartStatus } from '#contract/api-events.ts';
import { defineEvent } from '#server/platform/events.ts';

/** A customer put something in her cart, took something out, left it. Not for carts that were bought. */
export const cartUpdated = defineEvent({
  name: 'cart.updated',
  facts: z.object({ version: z.int(), status: CartStatus.exclude(['ordered']) }),
});

/** A cart was bought. */
export const cartOrdered = defineEvent({ name: 'cart.ordered', facts: z.object({ version: z.int() }) });

/** Something happened that the business has its own name for. */
export const apiEventHappened = defineEvent({ name: 'api.event', facts: z.object({ name: z.string() }) });
