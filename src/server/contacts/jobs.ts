import { z } from 'zod';
import { ChannelId } from '#contract/channels.ts';
import { BranchId } from '#contract/connections.ts';
import { ContactId, OptOutScope, OptOutSource } from '#contract/contacts.ts';
import { defineEvent } from '#server/platform/events.ts';
import { defineTransactionEvent } from '#server/platform/transaction-events.ts';

/** A customer must not be messaged any more, on one channel or on all. */
export const optedOut = defineEvent({
  name: 'contacts.opted_out',
  facts: z.object({
    contactId: ContactId,
    channelId: ChannelId.nullable(),
    scope: OptOutScope,
    source: OptOutSource,
  }),
});

/** A customer may be messaged again. */
export const optedIn = defineEvent({
  name: 'contacts.opted_in',
  facts: z.object({ contactId: ContactId, channelId: ChannelId.nullable() }),
});

/**
 * A member wrote down her name, language, zone or birthday, or her booking system her phone, categories or her wish.
 */
export const contactChanged = defineEvent({
  name: 'contacts.changed',
  facts: z.object({ contactId: ContactId }),
});

/** A card of a booking system is another contact's now: its phone is. Both are still there. */
export const cardMoved = defineEvent({
  name: 'contacts.card_moved',
  facts: z.object({ branchId: BranchId, externalId: z.string(), from: ContactId, to: ContactId }),
});

export type ContactMerge = { from: ContactId; to: ContactId };

/**
 * Two contacts turned out to be one person. Each room gives its rows of `from` to `to`; afterwards `from` is deleted.
 * Rows move in the transaction of the merge: a row without its contact cannot exist.
 */
export const contactsMerged = defineTransactionEvent<ContactMerge>('contacts.merged');

/**
 * A visit that a contact attended, or an order that was not cancelled, appeared, disappeared or changed its time or
 * amount. With the change in one transaction: figures must not miss it.
 */
export const purchasesChanged = defineTransactionEvent<{ contactIds: readonly ContactId[] }>(
  'contacts.purchases_changed',
);
