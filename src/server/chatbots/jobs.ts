import { z } from 'zod';
import { ConversationId } from '#contract/conversations/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { optedIn, optedOut } from '#server/contacts/jobs.ts';
import { contactUnknown, messageReceived } from '#server/conversations/jobs.ts';
import { defineSubscriber } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Queues the answer to an inbound message after a pause, in case the contact continues. */
export const queueAnswerJob = defineSubscriber({ name: 'chatbots.queue-answer', on: [messageReceived], priority: -2 });

/**
 * Answers a contact's messages once they pause. Another message postpones it; jobs of one conversation run one after
 * another.
 */
export const answerJob = defineJob({
  name: 'chatbots.answer',
  payload: z.object({
    tenantId: TenantId,
    conversationId: ConversationId,
    /** Failed calls to the booking system. */
    failures: z.int().default(0),
  }),
  queue: ({ conversationId }) => conversationId,
  key: ({ conversationId }) => `answer:${conversationId}`,
  keyMode: 'replace',
  priority: -2,
});

/** A conversation with a contact of unknown phone started: the bot asks for the phone. */
export const requestPhoneJob = defineSubscriber({ name: 'chatbots.request-phone', on: [contactUnknown] });

/** A contact opted out or back in by a message: the bot confirms it once. */
export const acknowledgeJob = defineSubscriber({ name: 'chatbots.acknowledge', on: [optedOut, optedIn] });
