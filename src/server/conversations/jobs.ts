import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { Instant } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { memberRemoved } from '#server/auth/jobs.ts';
import { defineEvent, defineSubscriber } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { InboundId } from './threads/rules.ts';

/** A contact wrote or tapped; a turn answers the message unless it was handled at once. */
export const messageReceived = defineEvent({
  name: 'message.received',
  facts: z.object({ conversationId: ConversationId, inboundId: InboundId }),
});

/** A contact shared their phone number, where the channel does not reveal it. */
export const phoneShared = defineEvent({
  name: 'conversations.phone_shared',
  facts: z.object({ conversationId: ConversationId, inboundId: InboundId }),
});

/** A person of the business wrote on the phone itself. */
export const ownWritten = defineEvent({
  name: 'conversations.own_written',
  facts: z.object({ conversationId: ConversationId, itemId: z.uuid() }),
});

/** A member added a note. */
export const noteAdded = defineEvent({
  name: 'conversations.note_added',
  facts: z.object({ conversationId: ConversationId, itemId: z.uuid() }),
});

/** A conversation that waited for nobody waits for a person. */
export const personNeeded = defineEvent({
  name: 'conversations.person_needed',
  facts: z.object({ conversationId: ConversationId }),
});

/** A conversation was closed by a member, or by words that need no answer. */
export const conversationClosed = defineEvent({
  name: 'conversations.closed',
  facts: z.object({ conversationId: ConversationId }),
});

/** A member opened a closed conversation again. */
export const conversationReopened = defineEvent({
  name: 'conversations.reopened',
  facts: z.object({ conversationId: ConversationId }),
});

/** The contact answered: the quoted message, else the last one sent, counts as replied to. */
export const repliedTo = defineEvent({
  name: 'conversations.replied_to',
  facts: z.object({
    conversationId: ConversationId,
    contactId: ContactId,
    channelId: ChannelId,
    /** The provider's id of the quoted or tapped message. */
    quotedProviderId: z.string().nullable(),
    at: Instant,
  }),
});

/** A conversation started and the contact's phone is unknown: it should be asked for. */
export const contactUnknown = defineEvent({
  name: 'conversations.contact_unknown',
  facts: z.object({ conversationId: ConversationId }),
});

/**
 * Queues the turn of an inbound message after a pause, in case the contact continues.
 *
 * NOTE: the name is that of earlier releases, whose jobs may still wait; so is that of {@link answerJob}.
 */
export const queueTurnJob = defineSubscriber({ name: 'chatbots.queue-answer', on: [messageReceived], priority: -2 });

/**
 * Answers a contact's messages once they pause. Another message postpones it; jobs of one conversation run one after
 * another.
 */
export const answerJob = defineJob({
  name: 'chatbots.answer',
  payload: z.object({
    tenantId: TenantId,
    conversationId: ConversationId,
    /** Failed outside calls for this turn. */
    failures: z.int().default(0),
  }),
  queue: ({ conversationId }) => conversationId,
  key: ({ conversationId }) => `answer:${conversationId}`,
  keyMode: 'replace',
  priority: -2,
});

/** Fetches the file of a received message; a tenant's files are fetched one after another. */
export const fetchFileJob = defineJob({
  name: 'conversations.fetch-file',
  payload: z.object({ tenantId: TenantId, messageId: z.uuid() }),
  queue: ({ tenantId }) => `files:${tenantId}`,
  key: ({ messageId }) => `file:${messageId}`,
});

/** Writes down the words of a voice message. */
export const transcribeJob = defineJob({
  name: 'conversations.transcribe',
  payload: z.object({ tenantId: TenantId, messageId: z.uuid() }),
  key: ({ messageId }) => `transcript:${messageId}`,
});

/** Begins to unassign the conversations of a removed member. */
export const memberRemovedJob = defineSubscriber({ name: 'conversations.member-removed', on: [memberRemoved] });

/** Unassigns conversations of a removed member, a batch at a time. */
export const unassignJob = defineJob({
  name: 'conversations.unassign',
  payload: z.object({ tenantId: TenantId, memberId: MemberId }),
  key: ({ memberId }) => `unassign:${memberId}`,
});

/** Returns a conversation from its snooze. */
export const wakeJob = defineJob({
  name: 'conversations.wake',
  payload: z.object({ tenantId: TenantId, conversationId: ConversationId, until: Instant }),
  key: ({ conversationId, until }) => `wake:${conversationId}:${until}`,
});

/** Reports to a messenger that the contact's messages were read, or that somebody is writing. */
export const signalJob = defineJob({
  name: 'conversations.signal',
  payload: z.object({ tenantId: TenantId, conversationId: ConversationId, signal: z.enum(['read', 'typing']) }),
  key: ({ conversationId, signal }) => `${signal}:${conversationId}`,
  maxAttempts: 1,
});
