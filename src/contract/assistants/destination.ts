import { z } from 'zod';
import { Phone } from '#contract/primitives.ts';

/** Where a notification of an assistant goes. */
export const HandoffDestination = z.discriminatedUnion('type', [
  z.object({ type: z.literal('phone'), phone: Phone }),
  z.object({ type: z.literal('email'), email: z.email({ error: 'email' }).max(254) }),
]);
export type HandoffDestination = z.infer<typeof HandoffDestination>;
