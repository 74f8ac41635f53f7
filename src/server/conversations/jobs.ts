import { z } from 'zod';
import { ChannelId } from '#contract/channels.ts';
import { ContactId } from '#contract/contacts.ts';
import { ConversationId } from '#contract/conversations.ts';
import { Instant } from '#contract/primitives.ts';
import { defineEvent } from '#server/platform/events.ts';
import { InboundId } from './rules.ts';

/** A customer wrote or tapped; what she said waits in `unhandledMessages` unless it was dealt with at once. */
export const messageReceived = defineEvent({
  name: 'message.received',
  facts: z.object({ conversationId: ConversationId, inboundId: InboundId }),
});

/** The customer answered: the message she quoted, or else the last she got, counts as replied to. */
export const repliedTo = defineEvent({
  name: 'conversations.replied_to',
  facts: z.object({
    conversationId: ConversationId,
    contactId: ContactId,
    channelId: ChannelId,
    /** The provider's id of the message she quoted or tapped at. */
    quotedProviderId: z.string().nullable(),
    at: Instant,
  }),
});

/** Somebody opened a conversation and nobody knows her phone: she should be asked for it. */
export const contactUnknown = defineEvent({
  name: 'conversations.contact_unknown',
  facts: z.object({ conversationId: ConversationId }),
});
