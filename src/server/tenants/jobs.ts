import { z } from 'zod';
import { defineEvent } from '#server/platform/events/events.ts';

/** The numbers a business tries its flows on, or an owner's own, are others than before. */
export const ownPhonesChanged = defineEvent({ name: 'tenants.own_phones_changed', facts: z.object({}) });
