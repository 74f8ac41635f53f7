import { z } from 'zod';
import { defineEvent } from '#server/platform/events.ts';

/** Quiet hours or the contact budget were changed; what is planned follows. */
export const policyChanged = defineEvent({ name: 'policy.changed', facts: z.object({}) });
