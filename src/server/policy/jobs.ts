import { z } from 'zod';
import { defineEvent } from '#server/platform/events/events.ts';

/** Quiet hours or the frequency cap were changed; planned messages are checked again. */
export const policyChanged = defineEvent({ name: 'policy.changed', facts: z.object({}) });
