import type { ActionScope } from '#server/platform/context/context.ts';
import { publish } from '#server/platform/events/transaction-events.ts';
import { contactsMerged, type ContactMerge } from '#server/contacts/jobs.ts';
import { deleteContact, inheritFacts } from './merging-queries.ts';

/** Moves everything of the contact `from` to `to`, in every room, and deletes `from`. */
export async function mergeContacts(scope: ActionScope, merge: ContactMerge): Promise<void> {
  await inheritFacts(scope, merge);
  await publish(scope, contactsMerged, merge);
  await deleteContact(scope, merge.from);
}
