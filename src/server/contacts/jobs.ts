import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId, OptOutScope, OptOutSource } from '#contract/contacts/calls.ts';
import { defineEvent } from '#server/platform/events/events.ts';
import { defineTransactionEvent } from '#server/platform/events/transaction-events.ts';

/** Emitted when a contact must not be messaged any more, on one channel or on all. */
export const optedOut = defineEvent({
  name: 'contacts.opted_out',
  facts: z.object({
    contactId: ContactId,
    channelId: ChannelId.nullable(),
    scope: OptOutScope,
    source: OptOutSource,
  }),
});

/** Emitted when a contact may be messaged again. */
export const optedIn = defineEvent({
  name: 'contacts.opted_in',
  facts: z.object({ contactId: ContactId, channelId: ChannelId.nullable() }),
});

/**
 * Emitted when a member changed a contact's name, language, zone or birthday, or a booking system their phone,
 * categories
 * or opt-out from mailings.
 */
export const contactChanged = defineEvent({
  name: 'contacts.changed',
  facts: z.object({ contactId: ContactId }),
});

/** Emitted when a card of a booking system belongs to another contact now, by its phone. Both contacts still exist. */
export const cardMoved = defineEvent({
  name: 'contacts.card_moved',
  facts: z.object({ branchId: BranchId, externalId: z.string(), from: ContactId, to: ContactId }),
});

export type ContactMerge = { from: ContactId; to: ContactId };

/**
 * Emitted when two contacts turn out to be one person. Each room moves its rows from `from` to `to`; afterwards `from`
 * is
 * deleted. Rows move in the transaction of the merge: a row without its contact cannot exist.
 */
export const contactsMerged = defineTransactionEvent<ContactMerge>('contacts.merged');

/**
 * Emitted when an attended visit, or an order that was not cancelled, is added, removed or changes its time or amount.
 * In
 * the transaction of the change: figures must not miss it.
 */
export const purchasesChanged = defineTransactionEvent<{ contactIds: readonly ContactId[] }>(
  'contacts.purchases_changed',
);
