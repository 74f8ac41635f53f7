import { z } from 'zod';
import { CartStatus } from '#contract/integrations/events.ts';
import { defineEvent } from '#server/platform/events/events.ts';

/** Emitted when a contact changes or leaves a cart. Not for bought carts. */
export const cartUpdated = defineEvent({
  name: 'cart.updated',
  facts: z.object({ version: z.int(), status: CartStatus.exclude(['ordered']) }),
});

/** Emitted when a cart is bought. */
export const cartOrdered = defineEvent({ name: 'cart.ordered', facts: z.object({ version: z.int() }) });

/** Emitted for an event under a name of the business. */
export const apiEventHappened = defineEvent({ name: 'api.event', facts: z.object({ name: z.string() }) });
