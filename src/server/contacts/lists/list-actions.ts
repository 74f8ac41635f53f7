import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type ContactDetails, listDetails } from '#server/contacts/book/queries.ts';
import { findContacts } from './search-queries.ts';

/** Lists contacts that match a search, those with the newest visit first, after a cursor; at most `limit`. */
export async function searchContacts(
  scope: TenantScope,
  query: Parameters<typeof findContacts>[1],
): Promise<ContactId[]> {
  return findContacts(scope, query);
}

/** Reads what an exported list has beside the rows of the page. */
export async function listContactDetails(
  scope: TenantScope,
  ids: readonly ContactId[],
): Promise<Map<ContactId, ContactDetails>> {
  return listDetails(scope, ids);
}
