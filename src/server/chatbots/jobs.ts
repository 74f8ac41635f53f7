import { z } from 'zod';
import { ConversationId } from '#contract/conversations.ts';
import { TenantId } from '#contract/tenants.ts';
import { EventPayload } from '#server/platform/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** A customer said something: the bots wait a moment for the rest of it. */
export const hearJob = defineJob({ name: 'chatbots.hear', payload: EventPayload, priority: -2 });

/**
 * Answers what a customer said, when she has finished. Another message puts it off; one conversation is answered
 * one job after another.
 */
export const answerJob = defineJob({
  name: 'chatbots.answer',
  payload: z.object({
    tenantId: TenantId,
    conversationId: ConversationId,
    /** How often the booking system was asked in vain. */
    failures: z.int().default(0),
  }),
  queue: ({ conversationId }) => conversationId,
  key: ({ conversationId }) => `answer:${conversationId}`,
  keyMode: 'replace',
  priority: -2,
});

/** Somebody began a conversation and nobody knows her phone: she is asked for it. */
export const askPhoneJob = defineJob({ name: 'chatbots.ask-phone', payload: EventPayload });

/** A customer went onto the ignore list, or off it, by her own word: she is told once that it was heard. */
export const acknowledgeJob = defineJob({ name: 'chatbots.acknowledge', payload: EventPayload });
